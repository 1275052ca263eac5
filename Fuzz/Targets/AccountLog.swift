@testable import HoldfastCrypto
@testable import HoldfastE2EE
@testable import HoldfastWire

/// The copy of an account's log decodes to exactly what encodes.
func fuzzAccountLog(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    do throws(WireError) {
        let entries = try AccountLogCopy.entries(bytes)
        precondition(AccountLogCopy.bytes(of: entries) == bytes, "another encoding was accepted")
    } catch {
        // Refused, as most bytes are.
    }
    return 0
}
