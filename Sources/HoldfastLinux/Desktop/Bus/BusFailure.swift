#if os(Linux) && Desktop
import Glibc
package import HoldfastCore

/// Why something could not be had from a bus.
package enum BusFailure: Error, Sendable, Equatable {
    /// There is no bus where one should be; the system's number.
    case noBus(Int32)
    /// The bus went away, or closed the connection.
    case gone
    /// No answer came in time.
    case timedOut
    /// The other side answered with an error of that name.
    case refused(name: String, message: String)
    /// The answer is not of the form that it should have.
    case malformed

    /// Nobody has the name, and nothing could be started that would.
    static let nobodyThere: Set = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
        "org.freedesktop.DBus.Error.Spawn.ExecFailed",
        "org.freedesktop.DBus.Error.Spawn.ChildExited",
        "org.freedesktop.DBus.Error.Spawn.ChildSignaled",
        "org.freedesktop.DBus.Error.Spawn.Failed",
        "org.freedesktop.systemd1.NoSuchUnit", "org.freedesktop.systemd1.UnitMasked",
    ]

    /// Whether nobody is there who could answer.
    package var isNobodyThere: Bool {
        switch self {
        case .noBus: true
        case .refused(let name, _): Self.nobodyThere.contains(name)
        case .gone, .timedOut, .malformed: false
        }
    }

    /// Half a sentence for a log; no text of the other side, which could be anything.
    package var text: String {
        switch self {
        case .noBus(let number): "there is no bus (\(Errno(number).text))"
        case .gone: "the bus went away"
        case .timedOut: "no answer came in time"
        case .refused(let name, _): "it was answered with \(name)"
        case .malformed: "the answer has another form than it should"
        }
    }

    /// The error for callers that know no better one: `UNKNOWN` with the system's number, or with
    /// the domain `dbus` for an error of the other side.
    ///
    /// - Parameter what: what failed, as half a sentence.
    /// - Returns: the error.
    package func error(_ what: String) -> KeychainError {
        let number: Int32? =
            switch self {
            case .noBus(let number): number
            case .gone: ECONNRESET
            case .timedOut: ETIMEDOUT
            case .malformed: EBADMSG
            case .refused: nil
            }
        return KeychainError(
            .unknown, "\(what): \(text)", nativeDomain: number == nil ? "dbus" : "errno",
            nativeCode: number.map(Int.init),
            advice: "check that the bus and the service behind it are running")
    }
}
#endif
