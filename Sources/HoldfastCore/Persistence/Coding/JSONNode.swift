/// A JSON value that is being put together by an encoder.
///
/// A class, because an encoder hands out containers that fill the same value later.
final class JSONNode {
    /// What the value is so far.
    enum Value {
        /// Nothing was encoded yet.
        case undecided
        /// `null`, `true`, `false` or a number, as it is written.
        case literal(String)
        case text(JSONText)
        case array([JSONNode])
        case object([String: JSONNode])
    }

    var value = Value.undecided

    /// Makes it an array, if it is none yet.
    func becomeArray() {
        if case .array = value { return }
        value = .array([])
    }

    /// Makes it an object, if it is none yet.
    func becomeObject() {
        if case .object = value { return }
        value = .object([:])
    }

    /// How many elements an array has.
    var elementCount: Int {
        if case .array(let elements) = value { elements.count } else { 0 }
    }

    /// A new last element of an array.
    func append() -> JSONNode {
        let node = JSONNode()
        guard case .array(var elements) = value else { return node }
        // Given up first, so that the array is changed in place.
        value = .undecided
        elements.append(node)
        value = .array(elements)
        return node
    }

    /// The member of an object under a name, made anew.
    func member(_ name: String) -> JSONNode {
        let node = JSONNode()
        guard case .object(var members) = value else { return node }
        value = .undecided
        members[name] = node
        value = .object(members)
        return node
    }
}
