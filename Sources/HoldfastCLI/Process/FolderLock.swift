import Glibc
import HoldfastCore

/// A lock that one process at a time has, and that ends with it (flock(2)).
final class FolderLock {
    private let file: Int32

    /// Takes the lock, and makes its file if there is none.
    ///
    /// - Parameters:
    ///   - path: the file, which stays.
    ///   - busy: what another process is doing that has it.
    ///   - patience: for how long it may have it.
    /// - Throws: `UNKNOWN` with the system's number; `EWOULDBLOCK` if another process keeps it.
    init(
        _ path: String, whileBusy busy: String, patience: Duration = .zero
    ) async throws(KeychainError) {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw KeychainError(errno: errno) }
        self.file = file
        let end = ContinuousClock.now + patience
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            if number == EINTR { continue }
            guard number == EWOULDBLOCK, ContinuousClock.now < end else {
                throw KeychainError(
                    .unknown, "another process \(busy)", nativeDomain: "errno",
                    nativeCode: Int(number), advice: "wait for that process, or end it")
            }
            do {
                try await Task.sleep(for: .milliseconds(20))
            } catch {
                throw KeychainError(.userCanceled, "it was interrupted")
            }
        }
    }

    deinit { close(file) }
}
