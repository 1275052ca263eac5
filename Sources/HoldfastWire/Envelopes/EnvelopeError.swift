/// Why bytes are no envelope, or none that its sender made.
public enum EnvelopeError: Error, Sendable, Equatable {
    /// The bytes are not an envelope's.
    case wire(WireError)
    /// They are, and do not belong together.
    case fault(MessageFault)

    /// The kind of failure, as vectors name it.
    public var reason: String {
        switch self {
        case .wire(let error): error.reason.rawValue
        case .fault(let fault): fault.reason.rawValue
        }
    }

    static func wire<Value>(
        _ body: () throws(WireError) -> Value
    ) throws(EnvelopeError) -> Value {
        do throws(WireError) {
            return try body()
        } catch {
            throw .wire(error)
        }
    }

    static func fault<Value>(
        _ body: () throws(MessageFault) -> Value
    ) throws(EnvelopeError) -> Value {
        do throws(MessageFault) {
            return try body()
        } catch {
            throw .fault(error)
        }
    }
}
