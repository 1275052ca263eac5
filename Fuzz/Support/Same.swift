@testable import HoldfastWire

/// What decodes is exactly what encodes.
func same(
    _ bytes: [UInt8], _ read: ([UInt8]) throws(WireError) -> [UInt8]
) {
    do throws(WireError) {
        let written = try read(bytes)
        precondition(written == bytes, "another encoding was accepted")
    } catch {
        // Refused, as most bytes are.
    }
}
