import Glibc
import HoldfastCore
import HoldfastCrypto

/// A machine of the demonstration's: a vault of its own, on which this very tool is run.
struct DemoTool {
    /// What a command did.
    struct Outcome {
        let status: Int32
        let output: String

        /// What stands behind a member's name in a JSON text, up to the quotation mark.
        func text(_ name: String) -> String {
            let parts = output.split(separator: "\"\(name)\":\"", maxSplits: 1)
            return parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : ""
        }
    }

    let folder: String
    /// The variable that says where the device logs are, and its value.
    private let place: String

    /// Makes the folder of a machine whose account is at a relay.
    init(_ name: String, in folder: String, relay: String) throws(Failure) {
        try self.init(name, folder, place: "HOLDFAST_RELAY=" + relay)
    }

    /// Makes the folder of a machine whose account is in a file.
    init(_ name: String, in folder: String, directory: String) throws(Failure) {
        try self.init(name, folder, place: "HOLDFAST_DIRECTORY=" + directory)
    }

    private init(_ name: String, _ folder: String, place: String) throws(Failure) {
        self.folder = folder + "/" + name
        self.place = place
        guard mkdir(self.folder, 0o700) == 0 else {
            throw Failure.system("cannot make a folder", errno)
        }
    }

    /// Runs a command to its end, and takes what it writes to standard output.
    func run(_ words: String..., input: String = "") throws(Failure) -> Outcome {
        try run(words, input: input)
    }

    /// The same with the words of a command line in an array.
    func run(_ words: [String], input: String = "") throws(Failure) -> Outcome {
        let variables = ["HOLDFAST_HOME": folder + "/vault", "HOLDFAST_STATE": folder + "/state"]
        let entries =
            variables.map { "\($0)=\($1)" } + ["HOME=\(folder)", place]
        let process = try DemoProcess(
            path: "/proc/self/exe", ["holdfast"] + words, entries, input: input)
        let output = try process.readAll()
        return Outcome(status: try process.wait(), output: output)
    }
}

/// A process that the demonstration started, with what it writes in a pipe.
final class DemoProcess {
    private let id: pid_t
    private let output: Int32
    private var hasEnded = false

    /// Starts a program; what it says beside its output is not shown.
    ///
    /// - Parameters:
    ///   - path: the program.
    ///   - words: its name and arguments.
    ///   - variables: its environment.
    ///   - input: what it reads, up to what a pipe holds (65 536 bytes).
    /// - Throws: a failure to start it.
    init(
        path: String, _ words: [String], _ variables: [String], input: String
    ) throws(Failure) {
        let toChild = try Self.pipe()
        let fromChild = try Self.pipe()
        defer {
            close(toChild.read)
            close(fromChild.write)
            close(toChild.write)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild.read, 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild.write, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let (arguments, environment) = (CStringList(), CStringList())
        for word in words { arguments.append(Array(word.utf8)) }
        for entry in variables { environment.append(Array(entry.utf8)) }
        var process: pid_t = 0
        let number = posix_spawn(
            &process, path, &actions, nil, arguments.pointers, environment.pointers)
        output = fromChild.read
        id = process
        guard number == 0 else {
            hasEnded = true
            throw Failure.system("cannot start a second process", number)
        }
        Array(input.utf8).withUnsafeBytes { bytes in
            // A process that died early takes nothing; its end says so.
            _ = Glibc.write(toChild.write, bytes.baseAddress, bytes.count)
        }
    }

    deinit {
        end(SIGKILL)
        close(output)
    }

    /// The first line of output.
    func readLine() throws(Failure) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while try read(&byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// All of the output.
    func readAll() throws(Failure) -> String {
        var (text, chunk): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 65_536))
        while case let count = try read(&chunk, chunk.count), count > 0 { text += chunk[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    private func read(_ room: UnsafeMutableRawPointer, _ count: Int) throws(Failure) -> Int {
        while true {
            let found = Glibc.read(output, room, count)
            if found >= 0 { return found }
            guard errno == EINTR else { throw Failure.system("cannot read a process", errno) }
        }
    }

    /// Has it end, and waits for that.
    func end(_ signal: Int32) {
        guard !hasEnded else { return }
        kill(id, signal)
        do throws(Failure) {
            _ = try wait()
        } catch {
            // Nothing is left to wait for.
        }
    }

    /// Waits for its end.
    ///
    /// - Returns: its exit status; 128 and more for a signal.
    func wait() throws(Failure) -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else {
                throw Failure.system("cannot wait for the second process", errno)
            }
        }
        hasEnded = true
        // wait(2): the low seven bits are the signal, the next byte the exit status.
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
    }

    private static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw Failure.system("cannot make a pipe", errno) }
        // The process must not hold the end that we write to, or it would never see the end.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
