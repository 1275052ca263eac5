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
    /// - Parameters:
    ///   - expected: the mark that what is to be opened was made under; `nil` for something new,
    ///     for which whatever key the TPM shows is believed.
    ///   - body: gets the key.
    /// - Returns: what the body returns.
    /// - Throws: `KEY_INVALIDATED` if the TPM has another key now; what the body throws.
    func withParent<R>(
        expecting expected: TPMMark?,
        _ body: (ESYS_TR) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let parent: ESYS_TR
        if let remembered = try remembered() {
            parent = remembered
        } else {
            parent = try makeParent()
        }
        return try holding(parent) { (parent) throws(KeychainError) in
            if let expected {
                let name = try self.name(of: parent)
                guard name == expected.parent else {
                    let isSame = try deviceMark(parent: expected.parent) == expected.device
                    throw isSame ? Self.wasCleared : Self.isAnother
                }
            }
            return try body(parent)
        }
    }

    /// The mark that goes into what is made now.
    func mark(of parent: ESYS_TR) throws(KeychainError) -> TPMMark {
        let name = try self.name(of: parent)
        if let mark = memory.mark, mark.parent == name { return mark }
        let mark = TPMMark(parent: name, device: try deviceMark(parent: name))
        memory.mark = mark
        return mark
    }

    /// The name of the storage root key that the TPM has now.
    func parentName() throws(KeychainError) -> [UInt8] {
        try withParent(expecting: nil) { (parent) throws(KeychainError) in
            try name(of: parent)
        }
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

    private func makeParent() throws(KeychainError) -> ESYS_TR {
        let parent = try makePrimary(ESYS_TR(ESYS_TR_RH_OWNER))
        var saved: UnsafeMutablePointer<TPMS_CONTEXT>?
        let code = Esys_ContextSave(esys, parent, &saved)
        guard code == 0, let saved else {
            Esys_FlushContext(esys, parent)
            throw KeychainError(TPMCode(code), "the TPM's root key cannot be saved")
        }
        defer { Esys_Free(saved) }
        memory.parent = saved.pointee
        return parent
    }

    /// Makes a primary key of the storage root's template.
    private func makePrimary(_ hierarchy: ESYS_TR) throws(KeychainError) -> ESYS_TR {
        var sensitive = TPM2B_SENSITIVE_CREATE()
        var template = TPMTemplate.storageRoot
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        var handle = ESYS_TR()
        let code = Esys_CreatePrimary(
            esys, hierarchy, ESYS_TR(ESYS_TR_PASSWORD), none, none, &sensitive, &template,
            &outside, &registers, &handle, nil, nil, nil, nil)
        switch TPMCode(code).answer {
        case .authFail, .badAuth:
            throw KeychainError(
                .hardwareUnavailable, "the TPM's owner has set a password for its root keys",
                nativeDomain: TPMCode.domain, nativeCode: Int(code),
                advice: "clear the owner's password, as desktop systems leave it")
        default: try check(code, "the TPM's root key cannot be made")
        }
        return handle
    }

    private func name(of object: ESYS_TR) throws(KeychainError) -> [UInt8] {
        var name: UnsafeMutablePointer<TPM2B_NAME>?
        try check(Esys_TR_GetName(esys, object, &name), "a key of the TPM has no name")
        return try taking(name, "a key's name") { $0.pointee.bytes }
    }

    /// What the endorsement seed gives, which a clear leaves alone; hashed with the parent's name, so
    /// that two records of one machine cannot be told to be so without it.
    private func deviceMark(parent: [UInt8]) throws(KeychainError) -> [UInt8] {
        let key = try makePrimary(ESYS_TR(ESYS_TR_RH_ENDORSEMENT))
        let name = try holding(key) { (key) throws(KeychainError) in try self.name(of: key) }
        return SHA256.hash(Array("holdfast/tpm/device/v1".utf8) + parent + name)
    }

    private static let wasCleared = KeychainError(
        .keyInvalidated, "the TPM was cleared since", nativeDomain: "holdfast.tpm", nativeCode: 1,
        advice: "what it held is gone: use the rescue code or a backup")

    private static let isAnother = KeychainError(
        .keyInvalidated, "this is another TPM", nativeDomain: "holdfast.tpm", nativeCode: 2,
        advice: "put the disk back into its machine, or use the rescue code or a backup")
}
#endif
