import HoldfastCore
import HoldfastCrypto
import HoldfastWire

/// Seals the private halves of prekeys under an epoch's key.
struct PrekeySeal {
    let account: AccountID
    let device: DeviceID
    let epoch: UInt32
    /// 32 bytes.
    let key: SecretBytes

    /// A row for a private key.
    func row(
        _ prekey: P256PrivateKey, grade: SecrecyGrade, notAfter: Int64, replaced: Int64? = nil,
        random: any SecureRandom
    ) throws(CryptoError) -> PrekeyRow {
        let id = PrekeyID(key: prekey.publicKey)
        let sealed = try ChunkedEncryption.seal(
            prekey.scalar, key: key, context: context(id, grade), random: random)
        return PrekeyRow(
            id: id, grade: grade, notAfter: notAfter, replaced: replaced, epoch: epoch,
            sealed: sealed)
    }

    /// The private key of a row.
    func open(_ row: PrekeyRow) throws(CryptoError) -> P256PrivateKey {
        let scalar = try ChunkedEncryption.open(
            row.sealed, key: key, context: context(row.id, row.grade))
        let prekey = try P256PrivateKey(scalar: scalar)
        guard PrekeyID(key: prekey.publicKey) == row.id else {
            throw CryptoError(.authenticationFailed, "The key is another prekey's.")
        }
        return prekey
    }

    private func context(_ id: PrekeyID, _ grade: SecrecyGrade) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(WireLabel.prekeyRow.bytes)
            writer.put(account.bytes)
            writer.put(device.bytes)
            writer.put(id.bytes)
            writer.put(grade.rawValue)
            writer.put(UInt64(epoch))
        }
    }
}
