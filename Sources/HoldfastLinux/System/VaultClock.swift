#if os(Linux)
import CLinux
import Glibc
public import HoldfastCore

/// The clocks that a vault needs, so that tests can bring their own (P12).
public protocol VaultClock: WallClock {
    /// Time since the machine started, suspend included; no one can set it.
    var sinceBoot: Duration { get }
    /// What tells one run of the machine from another; the kernel's boot id as text.
    var bootID: String { get }
    /// Waits.
    ///
    /// - Parameter duration: how long.
    /// - Throws: `SYSTEM_CANCELED` if the task was cancelled meanwhile.
    func sleep(for duration: Duration) async throws(KeychainError)
}

/// The machine's own clocks.
///
/// - Note: `clock_gettime(2)`, `CLOCK_BOOTTIME`; `random(4)`, `/proc/sys/kernel/random/boot_id`.
public struct SystemVaultClock: VaultClock {
    /// Takes the machine's clocks.
    public init() {}

    /// The present moment by the calendar clock.
    public var now: UnixTime { SystemWallClock().now }

    /// Time since the machine started, suspend included.
    public var sinceBoot: Duration {
        // CLOCK_BOOTTIME has existed since Linux 2.6.39 and cannot fail for a valid address.
        .nanoseconds(holdfast_nanoseconds_since_boot())
    }

    /// The kernel's boot id; empty where `/proc` is not mounted.
    public var bootID: String {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return "" }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, Int32(line.count), file) != nil else { return "" }
        let bytes = line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits on the continuous clock.
    ///
    /// - Parameter duration: how long.
    /// - Throws: `SYSTEM_CANCELED` if the task was cancelled meanwhile.
    public func sleep(for duration: Duration) async throws(KeychainError) {
        do {
            try await Task.sleep(for: duration)
        } catch {
            // The only error of Task.sleep is that the task was cancelled.
            throw KeychainError(.systemCanceled, "the wait was cancelled")
        }
    }
}
#endif
