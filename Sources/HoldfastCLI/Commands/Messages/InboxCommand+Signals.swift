import Glibc
import HoldfastCore

extension InboxCommand {
    /// Does something until it ends, or until an interrupt or SIGTERM cancels it.
    ///
    /// - Returns: 0.
    /// - Throws: what the body throws, unless it was interrupted.
    static func interruptibly(
        _ here: Correspondence,
        _ body: @escaping @MainActor @Sendable () async throws(Failure) -> Void
    ) async throws(Failure) -> Int32 {
        let signals: TerminalSignals
        let end: (read: Int32, write: Int32)
        do throws(KeychainError) {
            signals = try TerminalSignals(catching: [SIGINT, SIGTERM])
            end = try Self.pipe()
        } catch {
            throw Failure(error, "cannot wait for signals")
        }
        let work = Task { @MainActor in await Self.outcome(of: body) }
        let descriptors = (signals.readEnd, end.read)
        let watch = Task {
            do throws(KeychainError) {
                try await Self.queue.run { () throws(KeychainError) in
                    try Self.waitForEither(descriptors.0, descriptors.1)
                }
            } catch {
                // Without the watch nobody could end it cleanly: it ends now.
            }
            work.cancel()
        }
        let outcome = await work.value
        // Closing the other end makes this one readable.
        close(end.write)
        await watch.value
        close(end.read)
        if signals.end() != nil { return 0 }
        try outcome.get()
        return 0
    }

    private static let queue = BlockingQueue(label: "holdfast.signals")

    private static func outcome(
        of body: @MainActor () async throws(Failure) -> Void
    ) async -> Result<Void, Failure> {
        do throws(Failure) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    nonisolated private static func pipe() throws(KeychainError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw KeychainError(errno: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    nonisolated private static func waitForEither(
        _ first: Int32, _ second: Int32
    ) throws(KeychainError) {
        while true {
            var entries = [
                pollfd(fd: first, events: Int16(POLLIN), revents: 0),
                pollfd(fd: second, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&entries, 2, -1) > 0 { return }
            guard errno == EINTR else { throw KeychainError(errno: errno) }
        }
    }
}
