import Glibc

/// What the figures were measured on.
struct Machine {
    let processor: String
    let processorCount: Int
    let memoryGiB: Int
    let kernel: String
    let system: String
    let fileSystem: String

    /// Looks at this machine.
    ///
    /// - Parameter path: a path in the file system that was written to.
    /// - Returns: what could be found out; the rest is "unknown".
    static func current(writingTo path: String) -> Machine {
        Machine(
            processor: field("model name", of: "/proc/cpuinfo", separator: ":") ?? "unknown",
            processorCount: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
            memoryGiB: Int(
                (Double(sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)))
                    / 1_073_741_824).rounded()),
            kernel: SystemText.ofFile("/proc/sys/kernel/osrelease").map(firstLine) ?? "unknown",
            system: field("PRETTY_NAME", of: "/etc/os-release", separator: "=") ?? "unknown",
            fileSystem: fileSystemName(path))
    }

    private static func firstLine(_ text: String) -> String {
        text.split(separator: "\n").first.map(String.init) ?? ""
    }

    private static func field(_ name: String, of path: String, separator: Character) -> String? {
        guard let text = SystemText.ofFile(path) else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            guard let mark = line.firstIndex(of: separator) else { continue }
            let value = line[line.index(after: mark)...]
            return String(value.drop { $0 == " " }).filter { $0 != "\"" }
        }
        return nil
    }

    /// The type of the file system that a path lies in, from the longest mount point above it.
    private static func fileSystemName(_ path: String) -> String {
        var best = (length: -1, name: "unknown")
        for line in (SystemText.ofFile("/proc/self/mounts") ?? "").split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2 else { continue }
            let point = fields[1] == "/" ? "/" : fields[1] + "/"
            if path.hasPrefix(point), point.utf8.count >= best.length {
                best = (point.utf8.count, String(fields[2]))
            }
        }
        return best.name
    }
}
