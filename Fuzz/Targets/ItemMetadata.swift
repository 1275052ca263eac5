@testable import HoldfastCore
@testable import HoldfastLinux

/// What decodes is exactly what encodes.
func fuzzItemMetadata(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    if let metadata = ItemMetadata(decoding: bytes) {
        precondition(metadata.encoded.elementsEqual(bytes), "another encoding was accepted")
        precondition(!metadata.key.service.isEmpty && !metadata.key.account.isEmpty)
    }
    return 0
}
