@testable import HoldfastCrypto
@testable import HoldfastE2EE
@testable import HoldfastWire

/// What the database keeps of prekeys and of what was sent is read only as it was written.
func fuzzMessageRows(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    same(bytes) { (bytes) throws(WireError) in try PrekeyRow(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try PrekeyState(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try OutboxEntry(bytes).bytes }
    return 0
}
