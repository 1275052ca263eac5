@testable import HoldfastE2EE
@testable import HoldfastWire

/// What decodes is exactly what encodes, and a pin that may send holds no fork.
func fuzzContactPin(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    do throws(WireError) {
        let pin = try ContactPin(bytes)
        precondition(pin.bytes == bytes, "another encoding was accepted")
        precondition(pin.otherBranches.isEmpty || !pin.maySend, "a fork was forgotten")
    } catch {
        // Refused, as most bytes are.
    }
    return 0
}
