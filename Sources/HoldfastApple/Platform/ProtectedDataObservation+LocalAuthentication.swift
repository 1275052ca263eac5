#if canImport(LocalAuthentication)
import LocalAuthentication

/// An observation of the notifications by which an app learns of locks and unlocks.
final class ProtectedDataObservation: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
        observe("UIApplicationProtectedDataDidBecomeAvailable") { _, observer, _, _, _ in
            ProtectedDataObservation.of(observer)?.body()
        }
        observe("UIApplicationProtectedDataWillBecomeUnavailable") { _, observer, _, _, _ in
            ProtectedDataObservation.of(observer)?.tellNowAndLater()
        }
    }

    deinit {
        CFNotificationCenterRemoveEveryObserver(
            CFNotificationCenterGetLocalCenter(), Unmanaged.passUnretained(self).toOpaque())
    }

    /// Listens for one of UIKit's notifications, which an app that links no UIKit never gets.
    private func observe(_ name: String, _ callback: @escaping CFNotificationCallback) {
        CFNotificationCenterAddObserver(
            CFNotificationCenterGetLocalCenter(), Unmanaged.passUnretained(self).toOpaque(),
            callback, CFString.make(name), nil, .deliverImmediately)
    }

    private static func of(_ observer: UnsafeMutableRawPointer?) -> ProtectedDataObservation? {
        observer.map { Unmanaged<ProtectedDataObservation>.fromOpaque($0).takeUnretainedValue() }
    }

    /// "Will become unavailable" comes before the keys go: tells again when they have gone.
    private func tellNowAndLater() {
        body()
        let body = body
        Task {
            do { try await Task.sleep(for: Self.grace) } catch { return }
            body()
        }
    }

    /// Apple Platform Security: class keys are discarded within 10 seconds of a lock.
    private static let grace = Duration.seconds(12)
}
#endif
