#if os(Linux) && TPM
import CTSS
import HoldfastCore
import HoldfastCrypto

extension TPMConnection {
    /// Seals a secret under the storage root key.
    func seal(
        _ secret: SecretBytes, _ authorization: SecretBytes?, _ registers: Set<Int>
    ) throws(KeychainError) -> TPMSealedRecord {
        try withParent(expecting: nil) { (parent) throws(KeychainError) in
            let policy = try policy(registers, isAuthorized: authorization != nil, parent)
            let template = TPMTemplate.sealed(
                hasAuthorization: authorization != nil, policy: policy)
            return TPMSealedRecord(
                hasAuthorization: authorization != nil, registers: registers,
                mark: try mark(of: parent),
                object: try create(
                    template, authorization: authorization, secret: secret, under: parent))
        }
    }

    /// Opens what was sealed.
    func unseal(
        _ record: TPMSealedRecord, _ authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        try withParent(expecting: record.mark) { (parent) throws(KeychainError) in
            if authorization != nil { try requireTriesLeft() }
            return try withSession(saltedBy: parent) { (session) throws(KeychainError) in
                try withObject(record.object, under: parent, session) {
                    (object) throws(KeychainError) in
                    try authorize(object, with: authorization)
                    guard !record.registers.isEmpty else { return try unseal(object, session) }
                    return try withPolicySession(record, parent) {
                        (session) throws(KeychainError) in try unseal(object, session)
                    }
                }
            }
        }
    }

    private func withPolicySession(
        _ record: TPMSealedRecord, _ parent: ESYS_TR,
        _ body: (ESYS_TR) throws(KeychainError) -> SecretBytes
    ) throws(KeychainError) -> SecretBytes {
        try withSession(saltedBy: parent, type: TPM2_SE_POLICY) {
            (session) throws(KeychainError) in
            var selection = TPML_PCR_SELECTION(record.registers)
            var digest = TPM2B_DIGEST()
            try check(
                Esys_PolicyPCR(esys, session, none, none, none, &digest, &selection),
                "the TPM's registers cannot be compared")
            if record.hasAuthorization {
                try check(
                    Esys_PolicyAuthValue(esys, session, none, none, none),
                    "an authorization cannot be asked for")
            }
            return try body(session)
        }
    }

    private func unseal(
        _ object: ESYS_TR, _ session: ESYS_TR
    ) throws(KeychainError) -> SecretBytes {
        try setHiding(session, TPMA_SESSION(TPMA_SESSION_ENCRYPT))
        var data: UnsafeMutablePointer<TPM2B_SENSITIVE_DATA>?
        try check(
            Esys_Unseal(esys, object, session, none, none, &data),
            "the sealed secret cannot be opened")
        return try taking(data, "the sealed secret") { data in
            let count = Int(data.pointee.size)
            return SecretBytes(count: count) { target in
                withUnsafeBytes(of: &UnsafeMutablePointer(mutating: data).pointee.buffer) {
                    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
                }
            }
        }
    }
}

extension TPMConnection {
    /// The digest of "these registers have their present values", and of "and the authorization is
    /// given"; `nil` for no registers.
    ///
    /// Computed here and not by the TPM, from values that it proves to be its own, so that nobody on
    /// the way can have a secret sealed under a weaker policy.
    ///
    /// - Note: TPM 2.0 Library, part 3, sections 23.7 and 23.17.
    private func policy(
        _ registers: Set<Int>, isAuthorized: Bool, _ parent: ESYS_TR
    ) throws(KeychainError) -> [UInt8]? {
        guard !registers.isEmpty else { return nil }
        let values = try withSession(saltedBy: parent) { (session) throws(KeychainError) in
            try self.values(of: registers, session)
        }
        let selection = ByteWriter.encode { writer in
            writer.put(UInt32(1))
            writer.put(UInt16(TPM2_ALG_SHA256))
            writer.put(UInt8(3))
            writer.put(registers.registerBytes)
        }
        let compared = SHA256.hash(
            [UInt8](repeating: 0, count: 32) + Self.policyPCR + selection + SHA256.hash(values))
        return isAuthorized ? SHA256.hash(compared + Self.policyAuthValue) : compared
    }

    /// The registers' values one behind the other, in the order of their numbers.
    private func values(
        of registers: Set<Int>, _ session: ESYS_TR
    ) throws(KeychainError) -> [UInt8] {
        var values: [UInt8] = []
        for register in registers.sorted() {
            try setHiding(session, TPMA_SESSION(TPMA_SESSION_AUDIT))
            var selection = TPML_PCR_SELECTION([register])
            var digests: UnsafeMutablePointer<TPML_DIGEST>?
            try check(
                Esys_PCR_Read(esys, session, none, none, &selection, nil, nil, &digests),
                "the TPM's registers cannot be read")
            values += try taking(digests, "a register") { (digests) throws(KeychainError) in
                let digest = digests.pointee.digests.0
                guard digests.pointee.count == 1, digest.size == SHA256.byteCount else {
                    throw KeychainError(
                        .hardwareUnavailable, "the TPM keeps no registers of SHA-256")
                }
                return withUnsafeBytes(of: digest.buffer) { [UInt8]($0[..<SHA256.byteCount]) }
            }
        }
        return values
    }

    private static let policyPCR: [UInt8] = [0, 0, 0x01, 0x7f]
    private static let policyAuthValue: [UInt8] = [0, 0, 0x01, 0x6b]
}

extension TPML_PCR_SELECTION {
    /// Registers of the SHA-256 bank.
    init(_ registers: Set<Int>) {
        self.init()
        let bytes = registers.registerBytes
        count = 1
        pcrSelections.0.hash = TPM2_ALG_SHA256
        pcrSelections.0.sizeofSelect = 3
        withUnsafeMutableBytes(of: &pcrSelections.0.pcrSelect) { $0.copyBytes(from: bytes) }
    }
}
#endif
