import Glibc

/// A child process that this program started, and stops by its own process number.
struct Child {
    /// Its number.
    let id: pid_t

    /// Where its standard streams lead; a `nil` one leads to `/dev/null`.
    struct Streams {
        var input: Int32?
        var output: Int32?
        var error: Int32? = STDERR_FILENO
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: the program's path or name, and its arguments.
    ///   - environment: all its variables.
    ///   - streams: its standard streams.
    /// - Returns: the running child.
    /// - Throws: if it could not be started.
    static func start(
        _ arguments: [String], environment: [String: String], _ streams: Streams = Streams()
    ) throws -> Child {
        try Prepared(arguments, environment: environment, streams).start()
    }

    /// Waits for its end.
    ///
    /// - Returns: its exit status; 128 and the signal's number if a signal ended it.
    func wait() throws -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { throw BenchFailure.system("cannot wait", errno) }
        }
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }

    /// Ends it and waits until it is gone: politely first, by force after two seconds.
    func stop() {
        var status: Int32 = 0
        kill(id, SIGTERM)
        for _ in 0..<200 {
            if waitpid(id, &status, WNOHANG) != 0 { return }
            usleep(10_000)
        }
        kill(id, SIGKILL)
        waitpid(id, &status, 0)
    }
}

/// A command whose arguments are laid out for `posix_spawn`, to be started many times.
final class Prepared {
    private let path: String
    private let arguments: [UnsafeMutablePointer<CChar>?]
    private let environment: [UnsafeMutablePointer<CChar>?]
    private var actions = posix_spawn_file_actions_t()

    init(
        _ arguments: [String], environment: [String: String], _ streams: Child.Streams = .init()
    ) throws {
        guard let path = arguments.first else { throw BenchFailure("nothing to start") }
        self.path = path
        self.arguments = arguments.map { strdup($0) } + [nil]
        self.environment = environment.map { strdup("\($0)=\($1)") } + [nil]
        posix_spawn_file_actions_init(&actions)
        for (number, file) in [(0, streams.input), (1, streams.output), (2, streams.error)] {
            if let file {
                posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
            } else {
                posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
            }
        }
    }

    deinit {
        posix_spawn_file_actions_destroy(&actions)
        for text in arguments + environment { free(text) }
    }

    func start() throws -> Child {
        var id: pid_t = 0
        let code = posix_spawnp(&id, path, &actions, nil, arguments, environment)
        guard code == 0 else { throw BenchFailure.system("cannot start \(path)", code) }
        return Child(id: id)
    }

    /// Starts it, waits for its end and expects success.
    func run() throws {
        let status = try start().wait()
        guard status == 0 else { throw BenchFailure("\(path) ended with status \(status)") }
    }
}

extension Child {
    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - arguments: the program's path or name, and its arguments.
    ///   - environment: all its variables.
    ///   - error: where its standard error leads; a `nil` one leads to `/dev/null`.
    /// - Returns: what it wrote to its standard output.
    /// - Throws: if it could not be started or did not end with success.
    static func output(
        of arguments: [String], environment: [String: String], error: Int32? = STDERR_FILENO
    ) throws -> [UInt8] {
        let pipe = try Pipe()
        defer { pipe.close() }
        let child = try start(
            arguments, environment: environment,
            Streams(input: nil, output: pipe.writing, error: error))
        pipe.closeWriting()
        let bytes = SystemText.bytes(from: pipe.reading)
        let status = try child.wait()
        guard let bytes, status == 0 else {
            throw BenchFailure("\(arguments.joined(separator: " ")) ended with status \(status)")
        }
        return bytes
    }
}

/// A pipe whose ends no other child inherits.
final class Pipe {
    let reading: Int32
    private(set) var writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchFailure.system("cannot make a pipe", errno) }
        (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    /// The next line; nil if the other end closes before it is whole.
    func line() -> String? {
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(reading, &byte, 1)
            if count < 0 && errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: text, as: UTF8.self) }
            text.append(byte)
        }
    }

    func closeWriting() {
        if writing >= 0 { Glibc.close(writing) }
        writing = -1
    }

    func close() {
        closeWriting()
        Glibc.close(reading)
    }
}
