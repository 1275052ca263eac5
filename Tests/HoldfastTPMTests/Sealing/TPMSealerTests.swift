#if os(Linux) && TPM
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import Testing

@Suite("TPM sealing")
struct TPMSealerTests {
    let tpm: SoftwareTPM
    let sealer: TPMSealer

    init() throws {
        tpm = try SoftwareTPM()
        sealer = try TPMSealer(tpm.configuration)
    }

    @Test(
        "A sealed secret opens, with every choice of authorization and registers",
        arguments: [1, 32, 128], [Set<Int>(), [7], [0, 7, 23]])
    func opens(count: Int, registers: Set<Int>) throws {
        for authorization in [nil, secret(32)] {
            let sealed = try sealer.seal(
                secret(count), authorization: authorization, registers: registers)
            let again = try TPMSealer(tpm.configuration)
            #expect(try again.unseal(sealed, authorization: authorization) == secret(count))
        }
    }

    @Test("An authorization that ends in zeros opens too")
    func trailingZeros() throws {
        for zeros in [1, 31, 32] {
            let authorization = SecretBytes(
                [UInt8](repeating: 9, count: 32 - zeros) + [UInt8](repeating: 0, count: zeros))
            for registers: Set<Int> in [[], [4]] {
                let sealed = try sealer.seal(
                    secret(32), authorization: authorization, registers: registers)
                #expect(try sealer.unseal(sealed, authorization: authorization) == secret(32))
            }
        }
    }

    @Test("Sizes and registers out of range are refused before the TPM is asked")
    func outOfRange() throws {
        try tpm.kill()
        for (bytes, authorization, registers) in [
            (0, 32, Set([1])), (129, 32, []), (32, 31, []), (32, 33, []), (32, 32, [24]),
            (32, 32, [-1]),
        ] {
            let code = error {
                _ = try sealer.seal(
                    secret(bytes), authorization: secret(authorization), registers: registers)
            }?.code
            #expect(code == .invalidArgument)
        }
    }

    @Test("An extended register, a clear, another TPM and a denied device are four answers")
    func fourAnswers() throws {
        let bound = try sealer.seal(secret(32), authorization: nil, registers: [16])
        let free = try sealer.seal(secret(32), authorization: secret(32), registers: [])
        try TPMOwner(tpm).extend(16)
        let extended = error { _ = try sealer.unseal(bound, authorization: nil) }
        #expect(extended?.code == .interactionNotAllowed)
        #expect(try sealer.unseal(free, authorization: secret(32)) == secret(32))

        try TPMOwner(tpm).clear()
        let cleared = error { _ = try sealer.unseal(free, authorization: secret(32)) }
        #expect(cleared?.code == .keyInvalidated)

        try tpm.kill()
        try tpm.start(state: "another")
        let swapped = error { _ = try sealer.unseal(free, authorization: secret(32)) }
        #expect(swapped?.code == .keyInvalidated)

        try tpm.kill()
        let gone = error { _ = try sealer.unseal(free, authorization: secret(32)) }
        #expect(gone?.code == .hardwareUnavailable)

        let answers = [extended, cleared, swapped, gone].compactMap(\.?.message)
        #expect(Set(answers).count == 4)
        #expect(cleared?.nativeCode != swapped?.nativeCode)
    }

    @Test("A register that is as it was opens again")
    func registersComeBack() throws {
        let sealed = try sealer.seal(secret(32), authorization: secret(32), registers: [8, 16])
        try TPMOwner(tpm).extend(8)
        for _ in 0..<5 {
            let code = error { _ = try sealer.unseal(sealed, authorization: secret(32)) }?.code
            #expect(code == .interactionNotAllowed)
        }
        // A new start clears the registers.
        try tpm.kill()
        try tpm.start(state: "state")
        #expect(try sealer.unseal(sealed, authorization: secret(32)) == secret(32))
    }

    @Test("Wrong authorizations lead to LOCKOUT before the TPM locks itself, and a reset ends it")
    func lockout() throws {
        let sealed = try sealer.seal(secret(32), authorization: secret(32), registers: [])
        let plain = try sealer.seal(secret(16), authorization: nil, registers: [])
        try TPMOwner(tpm).setLimit(5)
        for _ in 0..<3 {
            let code = error { _ = try sealer.unseal(sealed, authorization: secret(32, 8)) }?.code
            #expect(code == .authFailed)
        }
        for seed: UInt8 in [8, 7, 7] {
            let refused = error { _ = try sealer.unseal(sealed, authorization: secret(32, seed)) }
            #expect(refused?.code == .lockout)
            #expect(refused?.nativeDomain == nil, "the TPM was not asked")
        }
        #expect(try sealer.unseal(plain, authorization: nil) == secret(16))
        try TPMOwner(tpm).resetLockout()
        #expect(try sealer.unseal(sealed, authorization: secret(32)) == secret(32))
    }

    @Test("An authorization that is missing, or one too many, is refused and not counted")
    func mismatchedAuthorization() throws {
        let sealed = try sealer.seal(secret(32), authorization: secret(32), registers: [])
        let plain = try sealer.seal(secret(32), authorization: nil, registers: [])
        for _ in 0..<4 {
            #expect(
                error { _ = try sealer.unseal(sealed, authorization: nil) }?.code == .authFailed)
            let code = error { _ = try sealer.unseal(plain, authorization: secret(32)) }?.code
            #expect(code == .authFailed)
        }
        #expect(try sealer.unseal(sealed, authorization: secret(32)) == secret(32))
    }

    @Test("Every altered byte of a sealed secret is noticed, or only serves an error's words")
    func alteredBytes() throws {
        let sealed = try sealer.seal(secret(32), authorization: nil, registers: [])
        var codes: [KeychainError.Code: Int] = [:]
        for position in sealed.indices {
            var altered = sealed
            altered[position] ^= 0x10
            guard !Self.deviceMark.contains(position) else {
                #expect(try sealer.unseal(altered, authorization: nil) == secret(32))
                continue
            }
            let code = error { _ = try sealer.unseal(altered, authorization: nil) }?.code
            codes[try #require(code, "byte \(position) is not noticed"), default: 0] += 1
        }
        #expect(codes[.keyInvalidated] == Self.parentName.count)
        #expect(codes[.unsupported] == 1, "the version")
        // A register that is asked for and never was sealed to.
        #expect(codes[.interactionNotAllowed, default: 0] <= 3)
        #expect(codes.keys.allSatisfy(Self.answersToDamage.contains))
        #expect(try sealer.unseal(sealed, authorization: nil) == secret(32))
        #expect(try TPMOwner(tpm).takenPlaces() == 0)
    }

    @Test("Cut and prolonged records are DATA_CORRUPTED")
    func otherLengths() throws {
        let sealed = try sealer.seal(secret(32), authorization: nil, registers: [])
        for count in sealed.indices {
            let cut = [UInt8](sealed[..<count])
            #expect(
                error { _ = try sealer.unseal(cut, authorization: nil) }?.code == .dataCorrupted)
        }
        let code = error { _ = try sealer.unseal(sealed + [0], authorization: nil) }?.code
        #expect(code == .dataCorrupted)
    }

    @Test("No TPM, no permission and no address are told apart, and nothing is sealed")
    func noDevice() throws {
        for (address, code) in [
            ("device:/nowhere/tpmrm0", KeychainError.Code.hardwareUnavailable),
            ("device:/dev/null/tpm", .hardwareUnavailable), ("device:", .invalidArgument),
            ("swtpm:path=/nowhere/tpm", .hardwareUnavailable), ("libevil.so", .invalidArgument),
            ("", .invalidArgument), ("cmd:sh", .invalidArgument),
        ] {
            let error = error {
                _ = try TPMSealer(TPMConfiguration(address: address))
                    .seal(secret(32), authorization: nil, registers: [])
            }
            #expect(error?.code == code)
        }
    }

    @Test("An owner's password is HARDWARE_UNAVAILABLE and never a wrong authorization")
    func ownerPassword() throws {
        try TPMOwner(tpm).setOwnerPassword([1, 2, 3])
        let code = error {
            _ = try sealer.seal(secret(32), authorization: nil, registers: [])
        }?.code
        #expect(code == .hardwareUnavailable)
    }

    private static let parentName = 9..<43
    private static let deviceMark = 43..<75
    private static let answersToDamage: Set<KeychainError.Code> = [
        .dataCorrupted, .keyInvalidated, .unsupported, .authFailed, .interactionNotAllowed,
    ]
}
#endif
