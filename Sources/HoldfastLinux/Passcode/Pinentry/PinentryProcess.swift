#if os(Linux)
import Glibc
import HoldfastCore
import HoldfastCrypto

/// A pinentry at work, at the other end of a pair of sockets.
final class PinentryProcess {
    private let descriptor: Int32
    private let process: pid_t

    /// Starts the program.
    ///
    /// - Throws: `NO_ACTIVITY` if it cannot be started.
    init(_ path: String, environment: [[UInt8]]) throws(KeychainError) {
        // Not pipes, whose ends another child could inherit that is started in the same moment.
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Self.failure(errno) }
        defer { close(ends[1]) }
        do {
            process = try Self.spawn(path, environment, end: ends[1])
        } catch {
            close(ends[0])
            throw error
        }
        descriptor = ends[0]
    }

    /// Ends the conversation and the program, which gets a second to put its terminal right.
    func end() {
        _ = "BYE\n".withCString { send(descriptor, $0, 4, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
        close(descriptor)
        var status: Int32 = 0
        for round in 0..<200 {
            if waitpid(process, &status, WNOHANG) != 0 { return }
            if round == 100 { kill(process, SIGTERM) }
            usleep(10_000)
        }
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    }

    /// Sends a line without a secret in it.
    func write(_ line: String, until end: ContinuousClock.Instant) throws(KeychainError) {
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            try wait(for: POLLOUT, until: end)
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR && errno != EAGAIN {
                throw PinentryProcess.ended
            }
        }
    }

    /// Reads a line, byte by byte, so that none of the next one lies anywhere.
    ///
    /// - Returns: the line without its end.
    /// - Throws: `SYSTEM_CANCELED` when the time is over, `NO_ACTIVITY` if the program ended or the
    ///   line is longer than the limit.
    func readLine(
        limit: Int, until end: ContinuousClock.Instant
    ) throws(KeychainError) -> SecretBuffer {
        let line = SecretBuffer(capacity: limit + 1)
        while line.count <= limit {
            try wait(for: POLLIN, until: end)
            let added = try line.append(upTo: 1) { (room) throws(KeychainError) -> Int in
                let count = recv(descriptor, room.baseAddress, 1, Int32(MSG_DONTWAIT))
                if count < 0 && (errno == EINTR || errno == EAGAIN) { return 0 }
                guard count > 0 else { throw PinentryProcess.ended }
                return count
            }
            if added == 0 { continue }
            if line.withUnsafeBytes({ $0.last == UInt8(ascii: "\n") }) {
                line.removeLast(1)
                return line
            }
        }
        throw PinentryConversation.strange
    }

    private func wait(
        for events: Int32, until end: ContinuousClock.Instant
    ) throws(KeychainError) {
        while true {
            let left = (end - .now).components
            let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
            guard milliseconds > 0 else {
                throw KeychainError(.systemCanceled, "nobody answered the dialog in time")
            }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&entry, 1, Int32(clamping: milliseconds))
            if count > 0 { return }
            if count < 0 && errno != EINTR { throw Self.failure(errno) }
        }
    }

    private static func spawn(
        _ path: String, _ environment: [[UInt8]], end: Int32
    ) throws(KeychainError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for standard: Int32 in 0...1 { posix_spawn_file_actions_adddup2(&actions, end, standard) }
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
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        var variables = environment.map(copy) + [nil]
        defer { for string in words + variables { free(string) } }
        var process: pid_t = 0
        let number = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
        guard number == 0 else { throw failure(number) }
        return process
    }

    /// An entry of an environment as C wants it; it holds no byte 0.
    private static func copy(_ entry: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        (entry + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { strdup($0.assumingMemoryBound(to: CChar.self)) }
        }
    }

    private static func failure(_ number: Int32) -> KeychainError {
        KeychainError(
            .noActivity, "the program that asks for passcodes cannot be run", nativeDomain: "errno",
            nativeCode: Int(number), advice: "set HOLDFAST_PINENTRY to another program")
    }

    private static let ended = KeychainError(
        .noActivity, "the program that asks for passcodes ended without an answer",
        advice: "set GPG_TTY to the terminal, or HOLDFAST_PINENTRY to another program")
}
#endif
