#if os(Linux) && TPM
import CTSS
import Glibc
import Testing

@testable import HoldfastLinux

/// What the owner of a TPM can do to it behind Holdfast's back.
///
/// Open only as long as the object lives: a software TPM serves one connection at a time.
final class TPMOwner {
    private let esys: OpaquePointer
    private let transport: OpaquePointer

    init(_ tpm: SoftwareTPM) throws {
        var transport: OpaquePointer?
        try Self.check(Tss2_TctiLdr_Initialize(tpm.address, &transport))
        self.transport = try #require(transport)
        var esys: OpaquePointer?
        try Self.check(Esys_Initialize(&esys, transport, nil))
        self.esys = try #require(esys)
    }

    /// Whether there is a TPM at an address.
    static func isAnswering(_ address: String) -> Bool {
        // As the product does: the library says a lot about what it cannot reach.
        setenv("TSS2_LOG", "all+none", 0)
        var transport: OpaquePointer?
        guard Tss2_TctiLdr_Initialize(address, &transport) == 0 else { return false }
        Tss2_TctiLdr_Finalize(&transport)
        return true
    }

    deinit {
        var esys: OpaquePointer? = esys
        Esys_Finalize(&esys)
        var transport: OpaquePointer? = transport
        Tss2_TctiLdr_Finalize(&transport)
    }

    /// Clears the TPM, as its firmware's menu does.
    func clear() throws {
        try Self.check(
            Esys_Clear(esys, ESYS_TR(ESYS_TR_RH_PLATFORM), password, none, none))
    }

    /// Extends a register, as a changed boot does.
    func extend(_ register: ESYS_TR) throws {
        var values = TPML_DIGEST_VALUES()
        values.count = 1
        values.digests.0.hashAlg = TPM2_ALG_SHA256
        try Self.check(Esys_PCR_Extend(esys, register, password, none, none, &values))
    }

    /// Makes the TPM forget all wrong tries.
    func resetLockout() throws {
        try Self.check(
            Esys_DictionaryAttackLockReset(
                esys, ESYS_TR(ESYS_TR_RH_LOCKOUT), password, none, none))
    }

    /// Says after how many wrong tries the TPM locks itself.
    func setLimit(_ tries: UInt32) throws {
        try Self.check(
            Esys_DictionaryAttackParameters(
                esys, ESYS_TR(ESYS_TR_RH_LOCKOUT), password, none, none, tries, 1_000, 1_000))
    }

    /// Sets the password that making root keys needs from now on.
    func setOwnerPassword(_ new: [UInt8], old: [UInt8] = []) throws {
        var (known, auth) = (TPM2B_DIGEST(old), TPM2B_DIGEST(new))
        try Self.check(Esys_TR_SetAuth(esys, owner, &known))
        try Self.check(Esys_HierarchyChangeAuth(esys, owner, password, none, none, &auth))
    }

    /// Sets the password of the hierarchy that says which TPM it is.
    func setEndorsementPassword(_ new: [UInt8]) throws {
        var auth = TPM2B_DIGEST(new)
        try Self.check(
            Esys_HierarchyChangeAuth(
                esys, ESYS_TR(ESYS_TR_RH_ENDORSEMENT), password, none, none, &auth))
    }

    /// Makes a primary key and keeps it where a storage root key is looked for.
    func keepRoot(_ template: TPM2B_PUBLIC) throws {
        var template = template
        var (sensitive, outside) = (TPM2B_SENSITIVE_CREATE(), TPM2B_DATA())
        var registers = TPML_PCR_SELECTION()
        var (key, kept) = (ESYS_TR(), ESYS_TR())
        try Self.check(
            Esys_CreatePrimary(
                esys, owner, password, none, none, &sensitive, &template, &outside, &registers,
                &key, nil, nil, nil, nil))
        defer { Esys_FlushContext(esys, key) }
        try Self.check(
            Esys_EvictControl(esys, owner, key, password, none, none, 0x8100_0001, &kept))
        Esys_TR_Close(esys, &kept)
    }

    /// Takes that key out of the TPM.
    func removeRoot() throws {
        var (key, gone) = (ESYS_TR(), ESYS_TR())
        try Self.check(Esys_TR_FromTPMPublic(esys, 0x8100_0001, none, none, none, &key))
        try Self.check(Esys_EvictControl(esys, owner, key, password, none, none, 0, &gone))
    }

    /// How many objects and sessions take a place in the TPM.
    func takenPlaces() throws -> Int {
        // TPM2_HT_TRANSIENT and TPM2_HT_LOADED_SESSION, as the first handle of each kind.
        try count(from: 0x8000_0000) + count(from: 0x0200_0000)
    }

    private func count(from first: UInt32) throws -> Int {
        var more = TPMI_YES_NO()
        var answer: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>?
        try Self.check(
            Esys_GetCapability(
                esys, none, none, none, TPM2_CAP_HANDLES, first, 64, &more, &answer))
        defer { Esys_Free(answer) }
        return Int(try #require(answer).pointee.data.handles.count)
    }

    private var owner: ESYS_TR { ESYS_TR(ESYS_TR_RH_OWNER) }
    private var none: ESYS_TR { ESYS_TR(ESYS_TR_NONE) }
    private var password: ESYS_TR { ESYS_TR(ESYS_TR_PASSWORD) }

    private static func check(_ code: TSS2_RC) throws {
        try #require(code == 0, "the TPM answers 0x\(String(code, radix: 16))")
    }
}
#endif
