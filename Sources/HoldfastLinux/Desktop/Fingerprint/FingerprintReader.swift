#if os(Linux) && Desktop
import Glibc
public import HoldfastCore

/// The fingerprint reader of this machine, through fprintd.
///
/// It finds out whether a person is there who enrolled a finger for this user; it gives no key. It
/// is refused to sessions over the network: a finger on the reader then says nothing of who sits at
/// the other end. Three fingers that do not match end a prompt, and after five in a row nobody is
/// asked for 30 seconds; the count is kept in `$XDG_RUNTIME_DIR` for all processes of the user.
///
/// - Note: `net.reactivated.Fprint`,
///   <https://fprint.freedesktop.org/fprintd-dev/Device.html>.
public struct FingerprintReader: PresenceVerifier {
    /// How long a prompt waits for a finger before it ends with `SYSTEM_CANCELED`.
    public var timeout: Duration = .seconds(30)

    let prompt: any FingerprintPrompt
    let surroundings: FingerprintSurroundings

    /// Takes the machine's reader; nothing is asked yet.
    ///
    /// - Parameter prompt: who shows the person what to do.
    public init(prompt: any FingerprintPrompt) {
        self.init(prompt: prompt, .ofProcess)
    }

    init(prompt: any FingerprintPrompt, _ surroundings: FingerprintSurroundings) {
        self.prompt = prompt
        self.surroundings = surroundings
    }

    /// Whether a finger could be asked for now.
    ///
    /// - Returns: `noHardware` without a service, a reader or a local session, `notEnrolled` if the
    ///   user has no finger enrolled.
    /// - Throws: what kept it from finding out.
    /// - Complexity: some calls over the system bus; starts fprintd where that is its way.
    public func availability() throws(KeychainError) -> AccessControlAvailability {
        do throws(BusFailure) {
            let bus = try Bus(surroundings.bus)
            guard try isLocal(bus) else { return .noHardware }
            let device = try FingerprintDevice(
                try bus.callAndWait(FingerprintDevice.search),
                owner: try bus.callAndWait(FingerprintDevice.ownerSearch), bus)
            let fingers = try FingerprintDevice.fingers(
                in: try bus.callAndWait(device.call("ListEnrolledFingers", [.text("")])))
            return fingers.isEmpty ? .notEnrolled : .available
        } catch {
            let error = FingerprintDevice.error(error)
            switch error.code {
            case .biometryNotAvailable: return .noHardware
            case .biometryNotEnrolled: return .notEnrolled
            default: throw error
            }
        }
    }

    /// The fingers that fprintd has for this user, sorted.
    ///
    /// - Returns: names such as `right-index-finger`; empty if none is enrolled.
    /// - Throws: `BIOMETRY_NOT_AVAILABLE` without a service or a reader.
    public func enrolledFingers() async throws(KeychainError) -> [String] {
        do throws(BusFailure) {
            return try await findDevice().fingers()
        } catch {
            let error = FingerprintDevice.error(error)
            if error.code == .biometryNotEnrolled { return [] }
            throw error
        }
    }

    /// Asks for a finger and waits until one is recognised or the prompt ends.
    ///
    /// The reader is claimed for that time and released whatever happens.
    ///
    /// - Parameter prompt: the words to show.
    /// - Throws: `AUTH_FAILED` after three fingers that do not match, `LOCKOUT` after five in a
    ///   row, `USER_CANCELED`, `SYSTEM_CANCELED` if none came in time, `BIOMETRY_NOT_AVAILABLE`
    ///   (no reader, busy, or a session over the network), `BIOMETRY_NOT_ENROLLED`.
    public func verify(_ prompt: Prompt) async throws(KeychainError) {
        let brake = FingerprintBrake(surroundings)
        try brake.check()
        try await checkLocal()
        let device = try await attempt { () async throws(BusFailure) in try await findDevice() }
        let fingers = try await attempt { () async throws(BusFailure) in
            try await device.fingers()
        }
        guard !fingers.isEmpty else { throw FingerprintDevice.noneEnrolled }
        let conversation = FingerprintConversation(
            device: device, prompt: prompt, shower: self.prompt, brake: brake, timeout: timeout)
        try await attempt { () async throws(BusFailure) in
            _ = try await device.call("Claim", [.text("")])
        }
        let outcome = await conversation.outcome()
        // Also after an end of the task: calls do not look at that. The connection ends with the
        // device object, and fprintd then releases what a lost client had claimed.
        await device.release()
        try outcome.get()
    }

    private func findDevice() async throws(BusFailure) -> FingerprintDevice {
        let bus = try Bus(surroundings.bus)
        return try await FingerprintDevice.find(bus)
    }

    private func attempt<R>(
        _ body: () async throws(BusFailure) -> R
    ) async throws(KeychainError) -> R {
        do throws(BusFailure) {
            return try await body()
        } catch {
            throw FingerprintDevice.error(error)
        }
    }
}
#endif
