import Testing

@testable import HoldfastCrypto

@Suite struct Argon2idTests {
    @Test("Parameters take the bounds of RFC 9106 and nothing outside them")
    func parameterBounds() throws {
        let most = Int(UInt32.max)
        let fine = [(8, 1, 1), (most, most, 1), (16, 1, 2), (8 * 0xff_ffff, 1, 0xff_ffff)]
        for (memory, passes, lanes) in fine {
            _ = try Argon2id.Parameters(
                memoryKiB: memory, iterations: passes, parallelism: lanes)
        }
        let wrong = [
            (7, 1, 1), (15, 1, 2), (most + 1, 1, 1), (8, 0, 1), (8, most + 1, 1), (8, -1, 1),
            (8, 1, 0), (8, 1, -1), (most, 1, 0x100_0000), (-8, 1, 1), (Int.max, Int.max, Int.max),
        ]
        for (memory, passes, lanes) in wrong {
            expect(.invalidParameter) { () throws(CryptoError) in
                _ = try Argon2id.Parameters(
                    memoryKiB: memory, iterations: passes, parallelism: lanes)
            }
        }
    }

    @Test("Lengths outside RFC 9106's are refused before any work")
    func lengths() throws {
        let enough = [UInt8](repeating: 1, count: 16)
        for count in [-1, 0, 3, Int(UInt32.max) + 1] {
            expect(.invalidLength) { () throws(CryptoError) in _ = try derive(enough, count) }
        }
        for count in 0..<8 {
            let short = [UInt8](repeating: 1, count: count)
            expect(.invalidLength) { () throws(CryptoError) in _ = try derive(short, 32) }
        }
    }

    @Test("An empty password and lengths beyond one hash derive as another implementation has it")
    func longOutputs() throws {
        // The numbers lie around the borders of the chain of hashes that makes long outputs.
        for count in [16, 32, 63, 64, 65, 95, 96, 97, 128, 129, 1000] {
            try expectAgreement(
                Case(
                    password: [], salt: [UInt8](repeating: 2, count: 16), count: count,
                    memoryKiB: 8, iterations: 1))
        }
    }

    @Test("Both implementations agree on what libsodium can do", arguments: 0..<24)
    func implementationsAgree(seed: Int) throws {
        let random = SeededRandom(seed: UInt64(seed))
        try expectAgreement(
            Case(
                password: random.bytes(random.uniform(below: 200)),
                salt: random.bytes(16),
                count: 16 + random.uniform(below: 200),
                memoryKiB: 8 + random.uniform(below: 600),
                iterations: 1 + random.uniform(below: 4)))
    }

    @Test("libsodium is used where it can be, and only there")
    func choice() throws {
        func canDerive(salt: Int, output: Int, _ memory: Int, _ lanes: Int) throws -> Bool {
            Argon2id.sodiumCanDerive(
                salt: salt, output: output,
                try Argon2id.Parameters(memoryKiB: memory, iterations: 3, parallelism: lanes))
        }
        #expect(try canDerive(salt: 16, output: 32, 65536, 1))
        #expect(try !canDerive(salt: 15, output: 32, 65536, 1))
        #expect(try !canDerive(salt: 17, output: 32, 65536, 1))
        #expect(try !canDerive(salt: 16, output: 15, 65536, 1))
        #expect(try !canDerive(salt: 16, output: 32, 65536, 2))
    }

    @Test("Each parameter, the password and the salt change the key")
    func everythingCounts() throws {
        let salt = [UInt8](repeating: 2, count: 16)
        var keys: Set<[UInt8]> = []
        for (memory, passes, lanes) in [(16, 1, 1), (17, 1, 1), (20, 1, 1), (16, 2, 1), (16, 1, 2)]
        {
            let parameters = try Argon2id.Parameters(
                memoryKiB: memory, iterations: passes, parallelism: lanes)
            for password in ["", "a", "b"] {
                for salt in [salt, salt + [3]] {
                    keys.insert(
                        try Argon2id.derive(
                            password: SecretBytes(utf8: password), salt: salt,
                            parameters: parameters, count: 32
                        ).copyBytes())
                }
            }
        }
        #expect(keys.count == 30)
    }

    @Test("Memory that the system does not give is an error")
    func outOfMemory() throws {
        // 4 TiB: more than the address space that overcommitment grants.
        let parameters = try Argon2id.Parameters(
            memoryKiB: Int(UInt32.max), iterations: 1, parallelism: 1)
        for salt in [16, 17] {
            expect(.outOfMemory) { () throws(CryptoError) in
                _ = try Argon2id.derive(
                    password: SecretBytes([]), salt: [UInt8](repeating: 1, count: salt),
                    parameters: parameters, count: 32)
            }
        }
    }

    private func derive(_ salt: [UInt8], _ count: Int) throws(CryptoError) -> SecretBytes {
        try Argon2id.derive(
            password: SecretBytes([1]), salt: salt,
            parameters: Argon2id.Parameters(memoryKiB: 8, iterations: 1, parallelism: 1),
            count: count)
    }

    private struct Case {
        let password: [UInt8]
        let salt: [UInt8]
        let count: Int
        let memoryKiB: Int
        let iterations: Int
    }

    private func expectAgreement(_ example: Case) throws {
        let parameters = try Argon2id.Parameters(
            memoryKiB: example.memoryKiB, iterations: example.iterations, parallelism: 1)
        #expect(
            Argon2id.sodiumCanDerive(
                salt: example.salt.count, output: example.count, parameters))
        var sodium = [UInt8](repeating: 0, count: example.count)
        var swift = [UInt8](repeating: 1, count: example.count)
        try example.password.withUnsafeBytes { password in
            try example.salt.withUnsafeBytes { salt in
                try sodium.withUnsafeMutableBytes {
                    try Argon2id.deriveWithSodium(
                        into: $0, password: password, salt: salt, parameters: parameters)
                }
                try swift.withUnsafeMutableBytes {
                    try Argon2id.deriveInSwift(
                        into: $0, Argon2id.Inputs(password: password, salt: salt),
                        parameters: parameters)
                }
            }
        }
        #expect(sodium == swift)
    }
}
