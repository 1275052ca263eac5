#if os(Linux) && TPM
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastLinux

/// What is sent to the TPM, as it writes it down itself: on a slow bus each command counts.
@Suite("Commands that the TPM gets")
struct TPMCommandCountTests {
    let tpm: SoftwareTPM

    init() throws {
        tpm = try SoftwareTPM()
    }

    // TPM 2.0 Library, part 2, section 6.5.2.
    private static let createPrimary: UInt32 = 0x131
    private static let load: UInt32 = 0x157
    private static let sign: UInt32 = 0x15d
    private static let zGen: UInt32 = 0x154
    private static let unseal: UInt32 = 0x15e
    private static let contextLoad: UInt32 = 0x161
    private static let contextSave: UInt32 = 0x162
    private static let flush: UInt32 = 0x165
    private static let startSession: UInt32 = 0x176
    private static let getCapability: UInt32 = 0x17a

    /// The root key from where the last operation left it, a session, the key; the use; all freed.
    private static func use(_ command: UInt32, counted: Bool = false) -> [UInt32] {
        [contextLoad] + (counted ? [getCapability] : []) + [startSession, load, command]
            + [flush, flush, flush]
    }

    @Test("A signature and an agreement are the commands that bare calls need, and no other")
    func keys() throws {
        let store = try TPMKeyStore(over: MemoryStore(), tpm.configuration)
        let signer = try ItemKey(service: "app", account: "signer")
        let agreer = try ItemKey(service: "app", account: "agreer")
        try store.createWithoutPrompt(
            signer, use: .signing, protection: ItemProtection(keyStorage: .tpmRequired))
        try store.createWithoutPrompt(
            agreer, use: .keyAgreement, protection: ItemProtection(keyStorage: .tpmRequired))
        let peer = try P256PrivateKey(random: SystemRandom()).publicKey
        let signing = try tpm.commands {
            _ = try #require(try store.signatureWithoutPrompt(for: [1], with: signer))
        }
        #expect(signing == Self.use(Self.sign))
        let agreeing = try tpm.commands {
            _ = try #require(try store.sharedSecretWithoutPrompt(with: peer, using: agreer))
        }
        #expect(agreeing == Self.use(Self.zGen))
    }

    @Test("A secret opens with as many, and one more where wrong tries are counted")
    func sealing() throws {
        let sealer = try TPMSealer(tpm.configuration)
        let plain = try sealer.seal(secret(32), authorization: nil, registers: [])
        let guarded = try sealer.seal(secret(32), authorization: secret(32), registers: [])
        // The first use of an authorization after a start it refuses once, to write down that it may
        // have to count (TPM_RC_RETRY).
        _ = try sealer.unseal(guarded, authorization: secret(32))
        let opening = try tpm.commands { _ = try sealer.unseal(plain, authorization: nil) }
        #expect(opening == Self.use(Self.unseal))
        let counting = try tpm.commands {
            _ = try sealer.unseal(guarded, authorization: secret(32))
        }
        #expect(counting == Self.use(Self.unseal, counted: true))
        // Whoever knows nothing of the TPM has to make the root key first, and keeps it.
        let new = try TPMSealer(tpm.configuration)
        let first = try tpm.commands { _ = try new.unseal(guarded, authorization: secret(32)) }
        let known = Self.use(Self.unseal, counted: true).dropFirst()
        #expect(first == [Self.createPrimary, Self.contextSave] + known)
    }

    @Test("All vaults of a process share what it has learned of the TPM")
    func builtIn() throws {
        setenv(TPMConfiguration.variable, tpm.address, 1)
        defer { unsetenv(TPMConfiguration.variable) }
        let sealed = try BuiltInSealer.make().seal(
            secret(32), authorization: nil, registers: [])
        let opening = try tpm.commands {
            _ = try BuiltInSealer.make().unseal(sealed, authorization: nil)
        }
        #expect(opening == Self.use(Self.unseal))
    }
}
#endif
