import HoldfastCrypto
import Testing

@Suite struct HKDFSHA256Tests {
    @Test("Wycheproof: valid derivations to the byte, too long ones refused")
    func wycheproof() throws {
        let file = try VectorFile.wycheproof("hkdf_sha256_test.json", of: Group.self)
        var (valid, invalid) = (0, 0)
        for vector in file.testGroups.flatMap(\.tests) {
            if vector.result == "valid" {
                valid += 1
                #expect(try vector.derive().copyBytes() == vector.okm.bytes, "\(vector.tcId)")
            } else {
                invalid += 1
                expect(.invalidLength) { () throws(CryptoError) in _ = try vector.derive() }
            }
        }
        #expect(valid == 83)
        #expect(invalid == 3)
        #expect(valid + invalid == file.numberOfTests)
    }

    @Test("RFC 5869, A.1: extract and expand give the published pseudorandom key and output")
    func rfc5869() throws {
        let pseudoRandomKey: Hex =
            "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"
        let output: Hex =
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        let extracted = HKDFSHA256.extract(
            salt: [UInt8](0...12),
            inputKeyMaterial: SecretBytes([UInt8](repeating: 0x0b, count: 22)))
        let expanded = try HKDFSHA256.expand(
            pseudoRandomKey: extracted, info: [UInt8](0xf0...0xf9), count: 42)
        #expect(extracted.copyBytes() == pseudoRandomKey.bytes)
        #expect(expanded.copyBytes() == output.bytes)
    }

    @Test("RFC 5869, A.3: no salt and no info")
    func rfc5869WithoutSaltAndInfo() throws {
        let output: Hex =
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        let input = SecretBytes([UInt8](repeating: 0x0b, count: 22))
        let derived = try HKDFSHA256.derive(
            inputKeyMaterial: input, salt: [], info: [], count: 42)
        let zeros = try HKDFSHA256.derive(
            inputKeyMaterial: input, salt: [UInt8](repeating: 0, count: 32), info: [], count: 42)
        #expect(derived.copyBytes() == output.bytes)
        #expect(zeros == derived)
    }

    @Test("Shorter outputs are beginnings of longer ones, up to 8160 bytes")
    func lengths() throws {
        let longest = try derive(8160).copyBytes()
        for count in [1, 31, 32, 33, 44, 64, 65, 8159] {
            #expect(try derive(count).copyBytes() == [UInt8](longest[..<count]))
        }
        for count in [-1, 0, 8161, Int.max] {
            expect(.invalidLength) { () throws(CryptoError) in _ = try derive(count) }
            expect(.invalidLength) { () throws(CryptoError) in
                _ = try HKDFSHA256.expand(
                    pseudoRandomKey: SecretBytes([UInt8](repeating: 1, count: 32)), info: [],
                    count: count)
            }
        }
    }

    @Test("A pseudorandom key of less than 32 bytes is refused")
    func shortPseudoRandomKey() {
        expect(.invalidLength) { () throws(CryptoError) in
            _ = try HKDFSHA256.expand(
                pseudoRandomKey: SecretBytes([UInt8](repeating: 1, count: 31)), info: [], count: 32)
        }
    }

    @Test("Key and nonce that are lent are the first 44 bytes of the derivation")
    func keyAndNonce() throws {
        let (key, nonce) = HKDFSHA256.withKeyAndNonce(
            inputKeyMaterial: SecretBytes([1, 2, 3]), salt: [4], info: [5]
        ) { (Array($0), Array($1)) }
        #expect(key.count == 32)
        #expect(nonce.count == 12)
        #expect(key + nonce == (try derive(44)).copyBytes())
    }

    @Test("Key and nonce of an absorbed key are the first 44 bytes of its expansion")
    func keyAndNonceOfPseudoRandomKey() throws {
        let secret = SecretBytes([UInt8](0..<64))
        let info = [UInt8]("info".utf8)
        var (key, nonce): ([UInt8], [UInt8]) = ([], [])
        try info.withUnsafeBytes { info in
            try HKDFSHA256.withKeyAndNonce(pseudoRandomKey: HMACSHA256Key(secret), info: info) {
                (key, nonce) = (Array($0), Array($1))
            }
        }
        let expanded = try HKDFSHA256.expand(pseudoRandomKey: secret, info: info, count: 44)
        #expect(key.count == 32)
        #expect(key + nonce == expanded.copyBytes())
    }

    @Test("A derivation into the caller's memory is the same")
    func intoMemory() throws {
        var output = [UInt8](repeating: 0xff, count: 44)
        try output.withUnsafeMutableBytes { output in
            try [UInt8]([1, 2, 3]).withUnsafeBytes { input in
                try [UInt8]([4]).withUnsafeBytes { salt in
                    try [UInt8]([5]).withUnsafeBytes { info in
                        try HKDFSHA256.derive(
                            into: output, inputKeyMaterial: input, salt: salt, info: info)
                    }
                }
            }
        }
        #expect(output == (try derive(44)).copyBytes())
    }

    private func derive(_ count: Int) throws(CryptoError) -> SecretBytes {
        try HKDFSHA256.derive(
            inputKeyMaterial: SecretBytes([1, 2, 3]), salt: [4], info: [5], count: count)
    }

    private struct Group: Decodable {
        let tests: [Vector]
    }

    private struct Vector: Decodable {
        let tcId: Int
        let ikm: Hex
        let salt: Hex
        let info: Hex
        let size: Int
        let okm: Hex
        let result: String

        func derive() throws(CryptoError) -> SecretBytes {
            try HKDFSHA256.derive(
                inputKeyMaterial: SecretBytes(ikm.bytes), salt: salt.bytes, info: info.bytes,
                count: size)
        }
    }
}
