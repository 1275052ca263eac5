#if os(Linux) && Desktop
import HoldfastCore

/// One reader, at the process that answered for fprintd when it was found.
///
/// All calls and signals are of that process and no later owner of the name: a claim is, too.
struct FingerprintDevice: Sendable {
    static let interface = "net.reactivated.Fprint.Device"
    /// The call that finds the reader.
    static let search = BusCall(
        "net.reactivated.Fprint", "/net/reactivated/Fprint/Manager",
        "net.reactivated.Fprint.Manager", "GetDefaultDevice")

    let bus: Bus
    /// The unique name of fprintd.
    let owner: String
    let path: String

    /// The call that says who has fprintd's name.
    static let ownerSearch = BusCall(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
        [.text("net.reactivated.Fprint")])

    /// Takes the answers to ``search`` and to ``ownerSearch``, in this order.
    init(_ reply: BusMessage, owner ownerReply: BusMessage, _ bus: Bus) throws(BusFailure) {
        guard let owner = ownerReply.body.first?.text, owner == reply.sender,
            let path = reply.body.first?.text
        else { throw .malformed }
        self.bus = bus
        self.owner = owner
        self.path = path
    }

    /// Finds the reader.
    static func find(_ bus: Bus) async throws(BusFailure) -> FingerprintDevice {
        let reply = try await bus.call(search)
        return try FingerprintDevice(reply, owner: try await bus.call(ownerSearch), bus)
    }

    func call(_ member: String, _ arguments: [BusCall.Argument] = []) -> BusCall {
        BusCall(owner, path, Self.interface, member, arguments)
    }

    func call(
        _ member: String, _ arguments: [BusCall.Argument] = []
    ) async throws(BusFailure) -> BusMessage {
        try await bus.call(call(member, arguments))
    }

    /// The fingers that are enrolled for the caller, sorted.
    func fingers() async throws(BusFailure) -> [String] {
        do throws(BusFailure) {
            return try Self.fingers(in: try await call("ListEnrolledFingers", [.text("")]))
        } catch {
            if case .refused(Self.noEnrolledPrints, _) = error { return [] }
            throw error
        }
    }

    static func fingers(in reply: BusMessage) throws(BusFailure) -> [String] {
        guard let names = reply.body.first?.elements else { throw .malformed }
        return names.compactMap(\.text).sorted()
    }

    /// How the reader wants the finger.
    func gesture() async throws(BusFailure) -> FingerprintStep.Gesture {
        let reply = try await bus.call(
            BusCall(
                owner, path, Logind.propertiesInterface, "Get",
                [.text(Self.interface), .text("scan-type")]))
        return reply.body.first?.text == "swipe" ? .swipe : .press
    }

    /// Gives the reader back.
    ///
    /// Nothing can be done about a failure: the claim ends with the connection at the latest.
    func release() async {
        do throws(BusFailure) {
            _ = try await call("Release")
        } catch {
            return
        }
    }

    // MARK: What fprintd's errors mean

    static let noEnrolledPrints = "net.reactivated.Fprint.Error.NoEnrolledPrints"
    static let noneEnrolled = KeychainError(
        .biometryNotEnrolled, "no finger is enrolled for this user",
        advice: "enrol one with `fprintd-enroll`")

    /// The error of the catalogue for what the bus or fprintd answered.
    ///
    /// - Note: `fprintd`, src/fprintd.h, `FprintError`.
    static func error(_ failure: BusFailure) -> KeychainError {
        guard case .refused(let name, _) = failure else {
            return unavailable("the fingerprint service does not answer: \(failure.text)")
        }
        switch name {
        case noEnrolledPrints: return noneEnrolled
        case "net.reactivated.Fprint.Error.NoSuchDevice":
            return unavailable("there is no fingerprint reader")
        case "net.reactivated.Fprint.Error.AlreadyInUse":
            return unavailable(
                "the fingerprint reader is in use by another program",
                advice: "close the other prompt, then try again")
        case "net.reactivated.Fprint.Error.PermissionDenied":
            return unavailable(
                "this user may not use the fingerprint reader",
                advice: "polkit's action net.reactivated.fprint.device.verify decides that")
        case _ where failure.isNobodyThere:
            return unavailable(
                "there is no fingerprint service",
                advice: "install fprintd, or use the passcode")
        default: return unavailable("the fingerprint reader does not work: \(failure.text)")
        }
    }

    private static func unavailable(
        _ message: String, advice: String = "see whether `fprintd-verify` works"
    ) -> KeychainError {
        KeychainError(.biometryNotAvailable, message, nativeDomain: "fprintd", advice: advice)
    }
}
#endif
