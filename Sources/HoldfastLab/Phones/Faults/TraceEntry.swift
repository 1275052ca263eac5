/// One line of what happened on a simulated phone.
///
/// The same seed and the same steps give the same lines, byte for byte (P12).
public struct TraceEntry: Sendable, Equatable, CustomStringConvertible {
    /// What kind of line it is.
    public enum Kind: Sendable, Equatable {
        /// A platform call, which fault struck it, and what it answered.
        case call(PlatformCall, faults: [Fault], answer: String)
        /// Something that happened to the phone.
        case event(PhoneEvent)
        /// What the scenario said.
        case note(String)
    }

    /// Which process made the call; 0 for what no process did.
    public let process: Int
    /// Which call it was since the plan was armed; 0 for other lines.
    public let callNumber: Int
    /// What happened.
    public let kind: Kind

    /// The line as text, without a line feed.
    public var description: String {
        switch kind {
        case .call(let call, let faults, let answer):
            let struck = faults.map { " [\($0.kind)]" }.joined()
            return
                "\(callNumber). process \(process): \(call.name) \(call.subject)\(struck) → \(answer)"
        case .event(let event): return "event: \(event)"
        case .note(let text): return "note: \(text)"
        }
    }
}

extension Fault.Kind: CustomStringConvertible {
    /// The fault in a few words.
    public var description: String {
        switch self {
        case .failure(let failure, .beforeEffect): "fails: \(failure)"
        case .failure(let failure, .afterEffect): "done, but answers \(failure)"
        case .death(.beforeEffect): "the process dies before it"
        case .death(.afterEffect): "done, then the process dies"
        case .event(let event): "first: \(event)"
        }
    }
}
