/// What a ``Locked`` has in the place of a value where only one thread at a time may do something.
///
/// It has a size: ThreadSanitizer takes an access to a value of no size, as `Void` is one, for an
/// access to its neighbour, the object's header.
package struct Turn: Sendable {
    private let isTaken: UInt8 = 1

    /// Makes one.
    package init() {}
}
