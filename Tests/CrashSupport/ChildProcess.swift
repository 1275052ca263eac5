import Glibc

/// A process that a test started, with a pipe to its input and one from its output.
package final class ChildProcess {
    /// How a process ended.
    package enum End: Equatable {
        /// By itself, with an exit status.
        case exit(Int32)
        /// By a signal.
        case signal(Int32)
    }

    /// The process's number.
    package let id: pid_t
    private var input: Int32
    private let output: Int32
    private var pending: [UInt8] = []
    private var end: End?

    /// Starts an executable that was built beside the one that runs now.
    package convenience init(sibling name: String, _ arguments: [String]) throws {
        try self.init(path: try Self.siblingPath(name), arguments)
    }

    /// Where an executable is that was built beside the one that runs now.
    package static func siblingPath(_ name: String) throws -> String {
        try folderOfThisExecutable() + "/" + name
    }

    /// Starts an executable.
    package init(path: String, _ arguments: [String]) throws {
        let toChild = try Self.pipe()
        let fromChild = try Self.pipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild.read, 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild.write, 1)
        Inheritance.close(&actions)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child = pid_t()
        let code = posix_spawn(&child, path, &actions, nil, words, Self.environment)
        close(toChild.read)
        close(fromChild.write)
        input = toChild.write
        output = fromChild.read
        id = child
        guard code == 0 else {
            end = .exit(127)
            throw SystemCallError("posix_spawn \(path)", code)
        }
    }

    /// What this process was started with, as the kernel keeps it.
    ///
    /// Not `environ`: a test beside this one, or a library, may set a variable, and then frees the
    /// array that is being read. Never written to, and kept for the life of the process.
    private nonisolated(unsafe) static let environment: [UnsafeMutablePointer<CChar>?] = {
        guard let file = fopen("/proc/self/environ", "re") else { return [nil] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return bytes.split(separator: 0).map { strdup(String(decoding: $0, as: UTF8.self)) } + [nil]
    }()

    deinit {
        if end == nil {
            kill(id, SIGKILL)
            var status: Int32 = 0
            waitpid(id, &status, 0)
        }
        closeInput()
        close(output)
    }

    /// Writes to the process's input.
    package func write(_ text: String) throws { try Descriptor.write(text, to: input) }

    /// Ends the process's input.
    package func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// The next line of output without its end; nil when there is no whole line any more.
    package func readLine() throws -> String? {
        while true {
            if let position = pending.firstIndex(of: 10) {
                let line = String(decoding: pending[..<position], as: UTF8.self)
                pending.removeFirst(position + 1)
                return line
            }
            let more = try Descriptor.read(output)
            if more.isEmpty { return nil }
            pending += more
        }
    }

    /// The lines up to the first that begins with some text, or all that are left.
    package func readLines(until beginning: String) throws -> [String] {
        var lines: [String] = []
        while let line = try readLine() {
            lines.append(line)
            if line.hasPrefix(beginning) { break }
        }
        return lines
    }

    /// All whole lines that are left.
    package func readLines() throws -> [String] {
        var lines: [String] = []
        while let line = try readLine() { lines.append(line) }
        return lines
    }

    /// Sends a signal.
    package func signal(_ number: Int32) { if end == nil { kill(id, number) } }

    /// Waits for the end.
    @discardableResult
    package func wait() throws -> End {
        if let end { return end }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { throw SystemCallError("waitpid") }
        }
        // wait(2): the low seven bits are the signal, the next byte the exit status.
        let ending: End =
            status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
        end = ending
        return ending
    }

    private static func folderOfThisExecutable() throws -> String {
        guard let path = realpath("/proc/self/exe", nil) else { throw SystemCallError("realpath") }
        defer { free(path) }
        return String(cString: dirname(path))
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        // Not pipe(2), whose ends another child could inherit, started in the same moment.
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemCallError("socketpair") }
        return (ends[0], ends[1])
    }
}
