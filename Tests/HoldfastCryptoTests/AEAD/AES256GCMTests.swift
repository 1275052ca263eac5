import HoldfastCrypto
import Testing

@Suite struct AES256GCMTests {
    private let key = SecretBytes([UInt8](repeating: 7, count: 32))
    private let nonce = [UInt8](repeating: 9, count: 12)
    private let associatedData: [UInt8] = [1, 2, 3]

    @Test("What was sealed opens again, whatever its length", arguments: [0, 1, 15, 16, 17, 5000])
    func roundTrip(count: Int) throws {
        let plaintext = SecretBytes((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        let sealed = try seal(plaintext)
        #expect(sealed.count == count + 16)
        #expect(try open(sealed) == plaintext)
    }

    @Test("One flipped bit anywhere is refused")
    func flippedBits() throws {
        let sealed = try seal(SecretBytes([5, 6, 7, 8]))
        for index in sealed.indices {
            for bit in 0..<8 {
                var forged = sealed
                forged[index] ^= 1 << bit
                expect(.authenticationFailed) { () throws(CryptoError) in _ = try open(forged) }
            }
        }
    }

    @Test("Another key, nonce or associated data is refused, and so is a cut or grown sealing")
    func otherInputs() throws {
        let sealed = try seal(SecretBytes([5, 6, 7, 8]))
        let otherKey = SecretBytes([UInt8](repeating: 8, count: 32))
        let otherNonce = [UInt8](repeating: 8, count: 12)
        expect(.authenticationFailed) { () throws(CryptoError) in
            _ = try open(sealed, key: otherKey)
        }
        expect(.authenticationFailed) { () throws(CryptoError) in
            _ = try open(sealed, nonce: otherNonce)
        }
        expect(.authenticationFailed) { () throws(CryptoError) in
            _ = try open(sealed, associatedData: [1, 2])
        }
        expect(.authenticationFailed) { () throws(CryptoError) in
            _ = try open([UInt8](sealed.dropLast()))
        }
        expect(.authenticationFailed) { () throws(CryptoError) in _ = try open(sealed + [0]) }
    }

    @Test("Wrong lengths are refused before any work")
    func lengths() throws {
        for count in [0, 1, 16, 24, 31, 33, 64] {
            let wrong = SecretBytes([UInt8](repeating: 7, count: count))
            expect(.invalidLength) { () throws(CryptoError) in
                _ = try seal(SecretBytes([1]), key: wrong)
            }
        }
        for count in [0, 8, 11, 13, 16] {
            let wrong = [UInt8](repeating: 9, count: count)
            expect(.invalidLength) { () throws(CryptoError) in
                _ = try seal(SecretBytes([1]), nonce: wrong)
            }
        }
        for count in 0..<16 {
            let short = [UInt8](repeating: 0, count: count)
            expect(.invalidLength) { () throws(CryptoError) in _ = try open(short) }
        }
    }

    @Test("64 MiB is sealed, one byte more is refused")
    func largest() throws {
        let most = AES256GCM.maximumByteCount
        let largest = try seal(SecretBytes(count: most) { _ in })
        #expect(largest.count == most + 16)
        let tooLong = SecretBytes(count: most + 1) { _ in }
        expect(.invalidLength) { () throws(CryptoError) in _ = try seal(tooLong) }
        let sealedTooLong = largest + [0]
        expect(.invalidLength) { () throws(CryptoError) in _ = try open(sealedTooLong) }
    }

    @Test("P10: a refused opening leaves no plaintext in the caller's memory")
    func failedOpenIsWiped() throws {
        let plaintext = [UInt8](repeating: 0xa5, count: 1000)
        var sealed = try seal(SecretBytes(plaintext))
        sealed[sealed.count - 1] ^= 1
        var output = [UInt8](repeating: 0xff, count: plaintext.count)
        let error = #expect(throws: CryptoError.self) {
            try openInPlace(sealed, into: &output)
        }
        #expect(error?.reason == .authenticationFailed)
        #expect(output.allSatisfy { $0 == 0 })
    }

    @Test("Memory of the wrong length is refused and left as it was")
    func wrongOutput() throws {
        let sealed = try seal(SecretBytes([5, 6, 7, 8]))
        for count in [0, 3, 5, 20] {
            var output = [UInt8](repeating: 0xff, count: count)
            let error = #expect(throws: CryptoError.self) {
                try openInPlace(sealed, into: &output)
            }
            #expect(error?.reason == .invalidLength)
            #expect(output.allSatisfy { $0 == 0xff })
        }
    }

    @Test("Many threads seal and open at once")
    func manyThreads() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<32 {
                group.addTask {
                    let plaintext = SecretBytes([UInt8](repeating: UInt8(number), count: 300))
                    for _ in 0..<50 {
                        let sealed = try self.seal(plaintext)
                        guard try self.open(sealed) == plaintext else { return false }
                    }
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    private func seal(
        _ plaintext: SecretBytes, key: SecretBytes? = nil, nonce: [UInt8]? = nil
    ) throws(CryptoError) -> [UInt8] {
        try AES256GCM.seal(
            plaintext, key: key ?? self.key, nonce: nonce ?? self.nonce,
            associatedData: associatedData)
    }

    private func open(
        _ sealed: [UInt8], key: SecretBytes? = nil, nonce: [UInt8]? = nil,
        associatedData: [UInt8]? = nil
    ) throws(CryptoError) -> SecretBytes {
        try AES256GCM.open(
            sealed, key: key ?? self.key, nonce: nonce ?? self.nonce,
            associatedData: associatedData ?? self.associatedData)
    }

    private func openInPlace(_ sealed: [UInt8], into output: inout [UInt8]) throws {
        try key.withUnsafeBytes { key in
            try sealed.withUnsafeBytes { sealed in
                try nonce.withUnsafeBytes { nonce in
                    try associatedData.withUnsafeBytes { associatedData in
                        try output.withUnsafeMutableBytes { output in
                            try AES256GCM.open(
                                sealed, key: key, nonce: nonce, associatedData: associatedData,
                                into: output)
                        }
                    }
                }
            }
        }
    }
}
