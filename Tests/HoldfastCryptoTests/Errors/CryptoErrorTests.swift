import HoldfastCrypto
import Testing

@Suite struct CryptoErrorTests {
    @Test("The description is the message, with the native code where there is one")
    func description() {
        #expect(CryptoError(.invalidLength, "Too long.").description == "Too long.")
        #expect(
            CryptoError(.libraryFailure, "It failed.", nativeCode: 7).description
                == "It failed. (code 7)")
    }

    @Test("P10: an error of a failed operation holds none of its inputs")
    func noInputs() {
        let key = SecretBytes([UInt8](repeating: 0x41, count: 31))
        let error = #expect(throws: CryptoError.self) {
            try AES256GCM.seal(
                SecretBytes(utf8: "hunter2"), key: key, nonce: [], associatedData: [])
        }
        let shown = "\(error.map { String(reflecting: $0) + "\($0)" } ?? "")"
        #expect(shown.contains("32 bytes"))
        #expect(!shown.contains("hunter2"))
        #expect(!shown.contains("AAAA"))
        #expect(!shown.contains("65, 65"))
    }
}
