/// Something that goes wrong at one platform call of a run.
public struct Fault: Sendable, Hashable {
    /// Whether the call had its effect on the phone when it went wrong.
    public enum Moment: String, Sendable, CaseIterable {
        /// Nothing was done.
        case beforeEffect
        /// It was done, and the answer was lost.
        case afterEffect
    }

    /// What goes wrong.
    public enum Kind: Sendable, Hashable {
        /// The call answers with a native failure.
        case failure(NativeFailure, Moment)
        /// The process of the app dies.
        case death(Moment)
        /// Something happens to the phone just before the call.
        case event(PhoneEvent)
    }

    /// Which call: 1 for the first one since the plan was armed.
    public let callNumber: Int
    /// What goes wrong there.
    public let kind: Kind

    /// Plans a fault.
    ///
    /// - Parameters:
    ///   - callNumber: which call; 1 or more.
    ///   - kind: what goes wrong.
    public init(callNumber: Int, _ kind: Kind) {
        self.callNumber = callNumber
        self.kind = kind
    }
}
