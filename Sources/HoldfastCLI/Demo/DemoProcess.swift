import Glibc
import HoldfastCore
import HoldfastCrypto

/// Other processes that the demonstration starts, waits for and kills.
enum DemoProcess {
    /// Starts this tool again.
    ///
    /// - Parameters:
    ///   - arguments: the words behind its name.
    ///   - environment: the whole environment.
    ///   - input: what it reads from standard input.
    /// - Returns: the process.
    /// - Throws: `UNKNOWN` with the system's number.
    static func startTool(
        _ arguments: [String], environment: [String], input: SecretBytes
    ) throws(KeychainError) -> pid_t {
        let file = try MemoryFile.make(input)
        defer { close(file) }
        return try start(["/proc/self/exe"] + arguments, environment, input: file)
    }

    /// Runs a program to its end.
    ///
    /// - Returns: its exit status; 127 if it could not be started.
    static func run(_ words: [String], environment: [String]) -> Int32 {
        do {
            return try wait(for: start(words, environment, input: nil))
        } catch {
            return 127
        }
    }

    /// Waits for the end of a process.
    ///
    /// - Returns: its exit status, or 128 and the number of the signal that ended it.
    static func wait(for process: pid_t) throws(KeychainError) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1 {
            if errno != EINTR { throw KeychainError(errno: errno) }
        }
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }

    private static func start(
        _ words: [String], _ environment: [String], input: Int32?
    ) throws(KeychainError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
        // A process that is killed has nothing to say; one that fails says it by its status.
        for descriptor: Int32 in [1, 2] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        let (arguments, variables) = (CStringList(), CStringList())
        for word in words { arguments.append(Array(word.utf8)) }
        for variable in environment { variables.append(Array(variable.utf8)) }
        var process: pid_t = 0
        let number = posix_spawn(
            &process, words[0], &actions, nil, arguments.pointers, variables.pointers)
        guard number == 0 else { throw KeychainError(errno: number) }
        return process
    }
}
