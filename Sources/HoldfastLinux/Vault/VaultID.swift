#if os(Linux)
/// The 16 random bytes that name a vault.
struct VaultID: Hashable, Sendable {
    static let byteCount = 16

    let bytes: [UInt8]

    /// Takes an identifier; `nil` if it has not 16 bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The bytes as 32 lower-case hexadecimal digits.
    var hex: String { bytes.hex }
}

extension Collection<UInt8> {
    /// Two lower-case hexadecimal digits a byte.
    var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
#endif
