#if !canImport(CryptoKit)
import HoldfastCrypto
import Testing

@Suite struct ForeignCipherVectorTests {
    @Test("RFC 5297 and OpenSSL: AES-SIV seals and opens to the byte, and refuses each change")
    func siv() throws {
        var (runCount, skippedCount) = (0, 0)
        for vector in try Self.sivVectors() {
            guard let key = vector["Key"], let data = vector["AAD"], vector["AAD2"] == nil,
                let cipher = Self.ciphers[key.count]
            else {
                skippedCount += 1
                continue
            }
            runCount += 1
            let text = SecretBytes(vector["Plaintext"] ?? [])
            let sealed = (vector["Tag"] ?? []) + (vector["Ciphertext"] ?? [])
            let secret = SecretBytes(key)
            #expect(try cipher.seal(text, key: secret, associatedData: data) == sealed)
            #expect(try cipher.open(sealed, key: secret, associatedData: data) == text)
            for index in sealed.indices {
                var changed = sealed
                changed[index] ^= 1
                expect(.authenticationFailed) { () throws(CryptoError) in
                    _ = try cipher.open(changed, key: secret, associatedData: data)
                }
            }
            expect(.authenticationFailed) { () throws(CryptoError) in
                _ = try cipher.open(sealed, key: secret, associatedData: data + [0])
            }
        }
        #expect(runCount == 2 && skippedCount == 2)
    }

    @Test("Wycheproof: its AES-128-GCM is the module's one")
    func gcm() throws {
        let cipher = ForeignCipher.aes128GCM
        let counts = try WycheproofAEAD.run(
            "aes_gcm_test.json", keySize: 128,
            .init(
                seal: cipher.seal(_:key:nonce:associatedData:),
                open: cipher.open(_:key:nonce:associatedData:)))
        #expect(counts == .init(valid: 40, invalid: 27, otherSizes: 249))
    }

    @Test("Lengths that a cipher does not have are refused before any work")
    func lengths() {
        for (cipher, keyCount, nonceCount, sealedCount) in [
            (ForeignCipher.aes128GCM, 32, 12, 16), (.aes128GCM, 16, 8, 16),
            (.aes128GCM, 16, 12, 15), (.aes256SIV, 32, 0, 20), (.aes256SIV, 64, 12, 20),
            (.aes256SIV, 64, 0, 16), (.aes128SIV, 64, 0, 20), (.aes256SIV, 64, 0, 0),
        ] {
            expect(.invalidLength) { () throws(CryptoError) in
                _ = try cipher.open(
                    [UInt8](repeating: 0, count: sealedCount),
                    key: SecretBytes([UInt8](repeating: 0, count: keyCount)),
                    nonce: [UInt8](repeating: 0, count: nonceCount), associatedData: [])
            }
        }
    }

    private func expect(
        _ reason: CryptoError.Reason, _ body: () throws(CryptoError) -> Void,
        location: SourceLocation = #_sourceLocation
    ) {
        do throws(CryptoError) {
            try body()
            Issue.record("it was opened", sourceLocation: location)
        } catch {
            #expect(error.reason == reason, sourceLocation: location)
        }
    }

    private static let ciphers: [Int: ForeignCipher] = [32: .aes128SIV, 64: .aes256SIV]

    /// The named bytes of each vector.
    private static func sivVectors() throws -> [[String: [UInt8]]] {
        var vectors: [[String: [UInt8]]] = []
        for line in try VectorFile.lines("siv/aes_siv_openssl.txt") {
            if line.hasPrefix("COUNT") { vectors.append([:]) }
            let parts = line.split(separator: "=").map { $0.split(separator: " ").joined() }
            guard parts.count == 2, parts[1].count.isMultiple(of: 2), !vectors.isEmpty,
                !line.hasPrefix("#")
            else { continue }
            let digits = parts[1].compactMap(\.hexDigitValue)
            vectors[vectors.count - 1][parts[0]] = stride(from: 0, to: digits.count, by: 2).map {
                UInt8(digits[$0] << 4 | digits[$0 + 1])
            }
        }
        return vectors
    }
}
#endif
