#if os(Linux)
import HoldfastCore

/// How wrong passcodes slow down the next try; pure, so that every case can be tested.
///
/// It is a brake for whoever sits at the machine and no defence: who has the vault's file and the
/// device secret tries as fast as Argon2id lets them. Real protection is the length of the passcode
/// or, where a TPM seals the secret, the TPM's own counter.
enum PasscodeBrake {
    /// The failures so far and when the last try began, by both clocks.
    struct Record: Equatable, Sendable {
        var failures: Int
        var bootID: String
        var sinceBoot: Duration
        var wall: UnixTime

        static let none = Record(
            failures: 0, bootID: "", sinceBoot: .zero, wall: UnixTime(seconds: 0))
    }

    /// The longest that anyone has to wait: 5 minutes.
    static let longestDelay = Duration.seconds(300)

    /// How long to wait after so many failures in a row: nothing for four, then 5, 10, 20, 40, 80
    /// and 160 seconds, then 5 minutes.
    static func delay(afterFailures failures: Int) -> Duration {
        guard failures > 4 else { return .zero }
        let doublings = failures - 5
        return doublings > 5 ? longestDelay : .seconds(5 << doublings)
    }

    /// How long the next try still has to wait.
    ///
    /// Within one run of the machine the boot clock counts, which nobody can set. After a restart
    /// the calendar counts, but never for longer than the delay itself from the start on, so that
    /// a clock set back does not lock the owner out.
    static func remaining(_ record: Record, clock: any VaultClock) -> Duration {
        let delay = delay(afterFailures: record.failures)
        guard delay > .zero else { return .zero }
        // The record is not authenticated: any number may stand in it, and none of them may lock
        // the owner out for good.
        let isOfThisBoot = record.bootID == clock.bootID && !record.bootID.isEmpty
        if isOfThisBoot && record.sinceBoot <= clock.sinceBoot {
            return max(.zero, delay - (clock.sinceBoot - record.sinceBoot))
        }
        let (seconds, isAbsurd) = clock.now.seconds.subtractingReportingOverflow(
            record.wall.seconds)
        let passed = isAbsurd || seconds < 0 ? clock.sinceBoot : .seconds(seconds)
        return max(.zero, delay - passed)
    }
}
#endif
