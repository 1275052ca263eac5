import HoldfastCrypto

extension SignedLogEntry {
    /// Checks a signature over the entry.
    func check(
        _ signature: P256Signature, _ purpose: SignaturePurpose, of key: P256PublicKey
    ) throws(LogError) {
        let isValid: Bool
        do throws(CryptoError) {
            isValid = try purpose.isSatisfied(by: signature, of: key, over: signedBytes)
        } catch {
            throw LogError(.libraryFailure, at: entry.sequence)
        }
        guard isValid else { throw LogError(.badSignature, at: entry.sequence) }
    }

    /// Checks the signature of a witness, which has to be there.
    func check(_ witness: Witness, of key: P256PublicKey) throws(LogError) {
        guard let signature = witnesses[witness] else {
            throw LogError(.badSignature, at: entry.sequence)
        }
        try check(signature, witness.purpose, of: key)
    }

    /// Refuses a signature of a witness that this entry has no use for: it would be a second way to
    /// write the same entry.
    func allowOnly(_ allowed: Set<Witness>) throws(LogError) {
        guard Set(witnesses.keys).isSubset(of: allowed) else {
            throw LogError(.badSignature, at: entry.sequence)
        }
    }
}
