import Glibc

/// A server that tells its port in its first line, as in `listening on 127.0.0.1:8787`.
final class ListeningProcess {
    let port: UInt16
    private let child: Child

    /// Starts it, and waits until it listens.
    ///
    /// - Parameters:
    ///   - arguments: the program's path, and its arguments.
    ///   - error: where its standard error leads; a `nil` one leads to `/dev/null`.
    /// - Throws: ``BenchFailure`` if it ends before.
    init(_ arguments: [String], error: Int32? = STDERR_FILENO) throws {
        let pipe = try Pipe()
        defer { pipe.close() }
        child = try Child.start(
            ["setpriv", "--pdeathsig", "TERM"] + arguments, environment: ["PATH": "/usr/bin:/bin"],
            .init(output: pipe.writing, error: error))
        pipe.closeWriting()
        guard let line = pipe.line(), let colon = line.lastIndex(of: ":"),
            let port = UInt16(line[line.index(after: colon)...])
        else {
            child.stop()
            throw BenchFailure("\(arguments[0]) does not start")
        }
        self.port = port
    }

    deinit { child.stop() }

    /// Megabytes (10⁶ bytes) of memory that it holds.
    func residentMegabytes() throws -> Double {
        let status = SystemText.ofFile("/proc/\(child.id)/status") ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let number = line?.split(separator: " ").dropLast().last.flatMap({ Double($0) })
        else { throw BenchFailure("a server has no memory") }
        return number * 1_024 / 1e6
    }

    /// Seconds of processor time that it has used: all of it, and the first thread that it started,
    /// which is the one that writes in a relay.
    func processorSeconds() throws -> (all: Double, first: Double) {
        var (clock, time) = (clockid_t(), timespec())
        guard clock_getcpuclockid(child.id, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            throw BenchFailure("a server has no processor time")
        }
        let all = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        let threads = Directory.names("/proc/\(child.id)/task").compactMap { Int($0) }.sorted()
        guard threads.count > 1,
            let text = SystemText.ofFile("/proc/\(child.id)/task/\(threads[1])/schedstat"),
            let nanoseconds = text.split(separator: " ").first.flatMap({ Double($0) })
        else { throw BenchFailure("a server has no threads") }
        return (all, nanoseconds / 1e9)
    }

    /// The program of this package beside this one.
    static func sibling(_ name: String) throws -> String {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { throw BenchFailure.system("cannot find this program", errno) }
        let own = String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard let slash = own.lastIndex(of: "/") else { throw BenchFailure("no folder") }
        let sibling = own[...slash] + name
        guard access(sibling.description, X_OK) == 0 else {
            throw BenchFailure("\(sibling) is not built; run `make bench`")
        }
        return sibling.description
    }
}
