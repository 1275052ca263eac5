@testable import HoldfastCrypto
@testable import HoldfastE2EE
@testable import HoldfastWire

/// What the database keeps of prekeys and of what was sent is read only as it was written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    same(bytes) { (bytes) throws(WireError) in try PrekeyRow(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try PrekeyState(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try OutboxEntry(bytes).bytes }
    return 0
}

private func same(
    _ bytes: [UInt8], _ read: ([UInt8]) throws(WireError) -> [UInt8]
) {
    do throws(WireError) {
        let written = try read(bytes)
        precondition(written == bytes, "another encoding was accepted")
    } catch {
        // Refused, as most bytes are.
    }
}
