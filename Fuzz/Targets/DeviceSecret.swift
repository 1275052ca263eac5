@testable import HoldfastCrypto
@testable import HoldfastLinux

/// A file of the device secret, as it is and with its digest set right.
func fuzzDeviceSecret(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    check(bytes)
    let fields = [UInt8](bytes.prefix(DeviceSecret.byteCount - 32))
    (fields + SHA256.hash(fields)).withUnsafeBytes(check)
    return 0
}

private func check(_ bytes: UnsafeRawBufferPointer) {
    guard let secret = DeviceSecret(decoding: bytes) else { return }
    precondition(
        secret.encoded.withUnsafeBytes { $0.elementsEqual(bytes) }, "another encoding was accepted")
    precondition(secret.id.count == 16 && secret.secret.count == 32)
}
