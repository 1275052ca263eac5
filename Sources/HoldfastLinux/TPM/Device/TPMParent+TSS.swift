#if os(Linux) && TPM
import CTSS
import HoldfastCore
import HoldfastCrypto

/// What tells one TPM, and one life of it, from others.
struct TPMMark: Sendable, Equatable {
    /// The name of the storage root key, 34 bytes: another one after the TPM was cleared.
    let parent: [UInt8]
    /// 32 bytes that stay when the TPM is cleared, and say nothing to whoever lacks ``parent``.
    let device: [UInt8]

    static let parentByteCount = 34
    static let deviceByteCount = 32
}

/// The names of a TPM's storage root keys.
struct TPMRootNames: Sendable {
    /// Of the key of the template; `nil` behind the owner's password.
    let made: [UInt8]?
    /// Of the key that the owner keeps in the TPM.
    let kept: [UInt8]?

    /// Whether what was made under a mark is certainly out of this TPM's reach for good.
    func excludes(_ mark: TPMMark) -> Bool {
        guard let made else { return false }
        return made != mark.parent && kept != mark.parent
    }
}

/// What is remembered of the TPM between two operations.
struct TPMMemory: Sendable {
    /// The storage root key as the TPM itself saved it, so that it need not be computed again and
    /// yet takes no place.
    var parent: TPMS_CONTEXT?
    /// The mark of the TPM that saved it.
    var mark: TPMMark?
}

extension TPMConnection {
    /// Lends the storage root key, after its name was compared.
    ///
    /// That is the key of the TCG's template, made from the owner's seed; where the owner has set a
    /// password, or what is to be opened was made under it, it is the one that the owner keeps in
    /// the TPM.
    ///
    /// - Parameters:
    ///   - expected: the mark that what is to be opened was made under; `nil` for something new,
    ///     for which whatever key the TPM shows is believed.
    ///   - body: gets the key.
    /// - Returns: what the body returns.
    /// - Throws: `HARDWARE_UNAVAILABLE` if the owner's password is needed, `KEY_INVALIDATED` if the
    ///   TPM has another key now; what the body throws.
    func withParent<R>(
        expecting expected: TPMMark?,
        _ body: (ESYS_TR) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let made = try rootKey()
        if let made {
            let answer = try holding(made) { (made) throws(KeychainError) -> R? in
                if let expected, try name(of: made) != expected.parent { return nil }
                return try body(made)
            }
            if let answer { return answer }
        }
        let answer = try withPersistentRoot { (kept) throws(KeychainError) -> R? in
            let isRight =
                if let expected {
                    try name(of: kept) == expected.parent
                } else {
                    try isStorageRoot(kept)
                }
            return isRight ? try body(kept) : nil
        }
        if let answer { return answer }
        // Behind a password the right key may well be.
        guard made != nil, let expected else { throw Self.ownersPassword }
        let isSame = try deviceMark(parent: expected.parent) == expected.device
        throw isSame ? Self.wasCleared : Self.isAnother
    }

    /// The mark that goes into what is made now.
    func mark(of parent: ESYS_TR) throws(KeychainError) -> TPMMark {
        let name = try self.name(of: parent)
        if let mark = memory.mark, mark.parent == name { return mark }
        let mark = TPMMark(parent: name, device: try deviceMark(parent: name))
        memory.mark = mark
        return mark
    }

    /// The names of the storage root keys that the TPM has now.
    func rootNames() throws(KeychainError) -> TPMRootNames {
        var made: [UInt8]?
        if let root = try rootKey() {
            made = try holding(root) { (root) throws(KeychainError) in try name(of: root) }
        }
        let kept = try withPersistentRoot { (root) throws(KeychainError) -> [UInt8]? in
            try name(of: root)
        }
        return TPMRootNames(made: made, kept: kept)
    }

    /// The key of the template; `nil` if the owner's password would be needed for it.
    private func rootKey() throws(KeychainError) -> ESYS_TR? {
        if let remembered = try remembered() { return remembered }
        let (code, root) = makePrimary(ESYS_TR(ESYS_TR_RH_OWNER))
        if TPMCode(code).isWrongAuthorization { return nil }
        try check(code, "the TPM's root key cannot be made")
        var saved: UnsafeMutablePointer<TPMS_CONTEXT>?
        let saving = Esys_ContextSave(esys, root, &saved)
        guard saving == 0, let saved else {
            Esys_FlushContext(esys, root)
            throw KeychainError(TPMCode(saving), "the TPM's root key cannot be saved")
        }
        defer { Esys_Free(saved) }
        memory.parent = saved.pointee
        return root
    }

    private func remembered() throws(KeychainError) -> ESYS_TR? {
        guard var saved = memory.parent else { return nil }
        var parent = ESYS_TR()
        let code = Esys_ContextLoad(esys, &saved, &parent)
        if code == 0 { return parent }
        // After a new start, or on another TPM, what was saved is worth nothing and is made anew.
        guard TPMCode(code).isAnswer else {
            throw KeychainError(TPMCode(code), "the TPM's root key cannot be loaded")
        }
        memory = TPMMemory()
        return nil
    }

    /// Makes a primary key of the storage root's template.
    private func makePrimary(_ hierarchy: ESYS_TR) -> (TSS2_RC, ESYS_TR) {
        var sensitive = TPM2B_SENSITIVE_CREATE()
        var template = TPMTemplate.storageRoot
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        var handle = ESYS_TR()
        let code = Esys_CreatePrimary(
            esys, hierarchy, ESYS_TR(ESYS_TR_PASSWORD), none, none, &sensitive, &template,
            &outside, &registers, &handle, nil, nil, nil, nil)
        return (code, handle)
    }

    func name(of object: ESYS_TR) throws(KeychainError) -> [UInt8] {
        var name: UnsafeMutablePointer<TPM2B_NAME>?
        try check(Esys_TR_GetName(esys, object, &name), "a key of the TPM has no name")
        return try taking(name, "a key's name") { $0.pointee.bytes }
    }

    /// What the endorsement seed gives, which a clear leaves alone; hashed with the parent's name, so
    /// that two records of one machine cannot be told to be so without it.
    private func deviceMark(parent: [UInt8]) throws(KeychainError) -> [UInt8] {
        let (code, key) = makePrimary(ESYS_TR(ESYS_TR_RH_ENDORSEMENT))
        if TPMCode(code).isWrongAuthorization { throw Self.endorsementPassword }
        try check(code, "the TPM cannot be told from others")
        let name = try holding(key) { (key) throws(KeychainError) in try self.name(of: key) }
        return SHA256.hash(Array("holdfast/tpm/device/v1".utf8) + parent + name)
    }

    private static let ownersPassword = KeychainError(
        .hardwareUnavailable,
        "the TPM's owner has set a password, and keeps no storage root key at 0x81000001",
        advice:
            "have the owner put one there, with `tpm2_createprimary` and `tpm2_evictcontrol`, or"
            + " clear the password with `tpm2_changeauth -c owner`")

    private static let endorsementPassword = KeychainError(
        .hardwareUnavailable, "the TPM's endorsement hierarchy has a password",
        advice: "clear it: `tpm2_changeauth -c endorsement -p PASSWORD`")

    private static let wasCleared = KeychainError(
        .keyInvalidated, "the TPM was cleared since", nativeDomain: "holdfast.tpm", nativeCode: 1,
        advice: "what it held is gone: use the rescue code or a backup")

    private static let isAnother = KeychainError(
        .keyInvalidated, "this is another TPM", nativeDomain: "holdfast.tpm", nativeCode: 2,
        advice: "put the disk back into its machine, or use the rescue code or a backup")
}
#endif
