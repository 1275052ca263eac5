/// Why bytes are no upload of prekeys, or none that a device made.
public enum PrekeyError: Error, Sendable, Equatable {
    /// The bytes are not an upload's.
    case wire(WireError)
    /// They are, and do not belong together.
    case fault(PrekeyFault)

    /// The kind of failure, as vectors name it.
    public var reason: String {
        switch self {
        case .wire(let error): error.reason.rawValue
        case .fault(let fault): fault.reason.rawValue
        }
    }

    static func wire<Value>(
        _ body: () throws(WireError) -> Value
    ) throws(PrekeyError) -> Value {
        do throws(WireError) {
            return try body()
        } catch {
            throw .wire(error)
        }
    }
}
