#if canImport(LocalAuthentication)
import LocalAuthentication

/// An observation of the notifications by which an app learns of locks and unlocks.
final class ProtectedDataObservation: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
        let center = CFNotificationCenterGetLocalCenter()
        for name in Self.names {
            CFNotificationCenterAddObserver(
                center, Unmanaged.passUnretained(self).toOpaque(),
                { _, observer, _, _, _ in
                    guard let observer else { return }
                    Unmanaged<ProtectedDataObservation>.fromOpaque(observer).takeUnretainedValue()
                        .tell()
                }, CFString.make(name), nil, .deliverImmediately)
        }
    }

    deinit {
        CFNotificationCenterRemoveEveryObserver(
            CFNotificationCenterGetLocalCenter(), Unmanaged.passUnretained(self).toOpaque())
    }

    private func tell() {
        body()
        // "Will become unavailable" comes before the keys go: look again when they have gone.
        let body = body
        Task {
            do { try await Task.sleep(for: Self.grace) } catch { return }
            body()
        }
    }

    /// The names of UIKit's notifications, which an app that links no UIKit never gets.
    private static let names = [
        "UIApplicationProtectedDataDidBecomeAvailable",
        "UIApplicationProtectedDataWillBecomeUnavailable",
    ]

    /// Apple Platform Security: class keys are discarded within 10 seconds of a lock.
    private static let grace = Duration.seconds(12)
}
#endif
