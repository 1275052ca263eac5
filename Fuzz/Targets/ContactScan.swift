@testable import HoldfastE2EE
@testable import HoldfastWire

/// What decodes is exactly what encodes.
func fuzzContactScan(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    do throws(WireError) {
        let scan = try ContactScan(bytes)
        precondition(scan.bytes == bytes, "another encoding was accepted")
        precondition(bytes.count == ContactScan.byteCount)
    } catch {
        // Refused, as most bytes are.
    }
    return 0
}
