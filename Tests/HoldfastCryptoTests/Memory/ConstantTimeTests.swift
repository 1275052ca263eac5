import HoldfastCrypto
import Testing

@Suite struct ConstantTimeTests {
    @Test("Byte strings are equal exactly when length and bytes are")
    func equality() {
        let bytes = (0..<40).map { UInt8($0) }
        #expect(equal(bytes, bytes))
        #expect(equal([], []))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x80
            #expect(!equal(bytes, other))
            #expect(!equal(bytes, [UInt8](bytes[..<index])))
        }
        #expect(!equal([], [0]))
    }

    private func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.withUnsafeBytes { left in right.withUnsafeBytes { equalInConstantTime(left, $0) } }
    }
}
