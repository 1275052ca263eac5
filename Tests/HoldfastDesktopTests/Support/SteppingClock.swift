#if Desktop
import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLinux

/// A clock that a test moves.
final class SteppingClock: VaultClock {
    private let offset = Locked(Duration.seconds(1000))

    var now: UnixTime { UnixTime(seconds: 1_700_000_000 + sinceBoot.components.seconds) }
    var sinceBoot: Duration { offset.withLock { $0 } }
    var bootID: String { "one boot" }

    func advance(by duration: Duration) { offset.withLock { $0 += duration } }

    func sleep(for duration: Duration) async throws(KeychainError) { advance(by: duration) }
}
#endif
