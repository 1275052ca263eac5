#if os(Linux)
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Another program whose output is a secret: it comes through a pair of sockets
/// and into wiped memory.
struct ChildProgram {
    /// What a program did.
    struct Outcome {
        /// As a shell gives it: above 128 for a signal.
        let status: Int32
        /// Everything that it wrote.
        let output: SecretBuffer
    }

    private let path: String

    /// Finds a program in the absolute folders of `PATH`.
    ///
    /// A relative folder would let whoever owns the present directory choose the program.
    ///
    /// - Parameters:
    ///   - names: the first that is found counts.
    ///   - environment: whose `PATH`.
    /// - Throws: `UNSUPPORTED` if there is none.
    init(_ names: [String], in environment: SourceEnvironment) throws(KeychainError) {
        let list = try environment.text("PATH") ?? "/usr/bin:/bin"
        let folders = list.split(separator: ":").filter { $0.hasPrefix("/") }
        for name in names {
            for folder in folders {
                let path = "\(folder)/\(name)"
                var status = stat()
                guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                    access(path, X_OK) == 0
                else { continue }
                self.path = path
                return
            }
        }
        throw KeychainError(
            .unsupported, "the program \(names[0]) is not installed",
            advice: "install it, or set PATH")
    }

    /// Runs it to its end, with nothing to read and its complaints unread.
    ///
    /// - Parameters:
    ///   - arguments: what stands behind its name; no secret, since others can see them.
    ///   - environment: what it inherits.
    ///   - limit: the most bytes that are wanted.
    /// - Returns: what it did; `nil` if it wrote more than `limit` bytes.
    /// - Throws: `UNKNOWN` with the system's number.
    func run(
        _ arguments: [String], environment: SourceEnvironment, limit: Int
    ) throws(KeychainError) -> Outcome? {
        // Not pipe(2), whose ends another child could inherit that is started in the same moment.
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Self.failure(errno) }
        let process: pid_t
        do {
            process = try spawn(arguments, environment, output: ends[1])
        } catch {
            for end in ends { close(end) }
            throw error
        }
        close(ends[1])
        let output = Result { () throws(KeychainError) in try Self.read(ends[0], limit: limit) }
        // A program that has more to say dies of it, so that the wait below ends.
        close(ends[0])
        let status = try Self.wait(for: process)
        return try output.get().map { Outcome(status: status, output: $0) }
    }

    private func spawn(
        _ arguments: [String], _ environment: SourceEnvironment, output: Int32
    ) throws(KeychainError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What this process does about signals is no affair of another program.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = environment.entries.map(Self.copy) + [nil]
        defer { for string in words + variables { free(string) } }
        var process: pid_t = 0
        let number = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
        guard number == 0 else { throw Self.failure(number) }
        return process
    }

    /// An entry of an environment as C wants it; it holds no byte 0.
    private static func copy(_ entry: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        (entry + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { strdup($0.assumingMemoryBound(to: CChar.self)) }
        }
    }

    private static func read(
        _ descriptor: Int32, limit: Int
    ) throws(KeychainError) -> SecretBuffer? {
        let buffer = SecretBuffer(capacity: 4096)
        while buffer.count <= limit {
            var isInterrupted = false
            let added = try buffer.append(upTo: min(4096, limit + 1 - buffer.count)) {
                (room) throws(KeychainError) -> Int in
                let count = Glibc.read(descriptor, room.baseAddress, room.count)
                isInterrupted = count < 0 && errno == EINTR
                guard count >= 0 || isInterrupted else { throw failure(errno) }
                return max(0, count)
            }
            if added == 0 && !isInterrupted { return buffer }
        }
        return nil
    }

    private static func wait(for process: pid_t) throws(KeychainError) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw failure(errno) }
        }
        // wait(2): the low seven bits are the signal, the next byte the exit status.
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }

    private static func failure(_ number: Int32) -> KeychainError {
        KeychainError(
            .unknown, "another program cannot be run", nativeDomain: "errno",
            nativeCode: Int(number))
    }
}
#endif
