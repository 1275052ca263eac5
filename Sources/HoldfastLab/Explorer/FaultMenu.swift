/// Everything that can go wrong at one call.
struct FaultMenu: Sendable {
    private let events: [PhoneEvent]

    init(events: [PhoneEvent]) {
        self.events = events
    }

    /// All faults of a call: its failures on both sides of its effect, death on both sides, events.
    func faults(_ number: Int, _ call: PlatformCall) -> [Fault] {
        (failures(call, Fault.Moment.allCases) + deaths(Fault.Moment.allCases) + happenings).map {
            Fault(callNumber: number, $0)
        }
    }

    /// The faults of a call that begin or end a pair.
    ///
    /// For a call that only reads, one side of its effect is enough: the other makes the same
    /// pairs again.
    func pairFaults(_ number: Int, _ call: PlatformCall) -> [Fault] {
        let moments = Self.moments(of: call)
        return (failures(call, moments) + deaths(moments) + happenings).map {
            Fault(callNumber: number, $0)
        }
    }

    /// What can go wrong in addition at a call before which something happened.
    func faultsAfterEvent(_ number: Int, _ call: PlatformCall) -> [Fault] {
        let moments = Self.moments(of: call)
        return (failures(call, moments) + deaths(moments)).map { Fault(callNumber: number, $0) }
    }

    private var happenings: [Fault.Kind] { events.map { .event($0) } }

    private func deaths(_ moments: [Fault.Moment]) -> [Fault.Kind] {
        moments.map { .death($0) }
    }

    private func failures(_ call: PlatformCall, _ moments: [Fault.Moment]) -> [Fault.Kind] {
        call.failures.flatMap { failure in moments.map { .failure(failure, $0) } }
    }

    private static func moments(of call: PlatformCall) -> [Fault.Moment] {
        readingCalls.contains(call.name) ? [.beforeEffect] : Fault.Moment.allCases
    }

    /// Calls that ask and change nothing an app relies on.
    private static let readingCalls: Set = [
        "SecItemCopyMatching", "LAContext.canEvaluatePolicy", "file.read", "KeyStore.aliases",
        "KeyStore.getKey", "KeyStore.getCertificate", "KeyguardManager.isDeviceLocked",
        "UserManager.isUserUnlocked", "BiometricManager.canAuthenticate", "backup.headers",
        "backup.manifests", "backup.chunk",
    ]
}
