import HoldfastCrypto
import HoldfastWire

/// Seals the key of a message's body for one device, and opens it there.
///
/// Where there is a prekey, both are needed to open: the prekey, which is removed in time, and the
/// device's own key, which never leaves it. The layer to the prekey exports a secret, and the layer
/// to the device takes it as its pre-shared key.
///
/// - Note: Standard: RFC 9180; SetupBase and Export (sections 5.1.1 and 5.3), then SetupPSK
///   (section 5.1.2); for grade C SetupBase alone.
enum WrapCipher {
    /// A prekey as the layer to it needs it.
    struct PrekeyTarget {
        let id: PrekeyID
        let key: P256PublicKey
    }

    /// Seals a body's key.
    ///
    /// - Parameters:
    ///   - contentKey: 32 bytes.
    ///   - device: the device's key for agreement.
    ///   - prekey: its prekey; `nil` for grade C.
    ///   - context: what ``WrapContext`` gives.
    ///   - random: gives the ephemeral keys.
    /// - Returns: 178 bytes, or 113 for grade C.
    /// - Throws: `randomnessUnavailable` or `libraryFailure`.
    static func seal(
        _ contentKey: SecretBytes, to device: P256PublicKey, prekey: PrekeyTarget?,
        context: [UInt8], random: any SecureRandom
    ) throws(CryptoError) -> [UInt8] {
        guard let prekey else {
            return try HPKE.seal(
                contentKey, to: device, suite: suite, info: wrapLabel + context,
                associatedData: [], random: random)
        }
        let first = try HPKESender(
            to: prekey.key, suite: exporter, info: prekeyLabel + context, random: random)
        let shared = try HPKEPreSharedKey(
            first.export(exportLabel, count: secretCount), id: prekey.id.bytes)
        return try first.encapsulated
            + HPKE.seal(
                contentKey, to: device, suite: suite, info: wrapLabel + context,
                associatedData: [], preSharedKey: shared, random: random)
    }

    /// Opens a body's key.
    ///
    /// - Parameters:
    ///   - wrap: the wrap.
    ///   - key: the device's key for agreement, wherever it is kept.
    ///   - prekey: the private half of the wrap's prekey; `nil` for grade C.
    ///   - context: what ``WrapContext`` gives.
    /// - Returns: 32 bytes.
    /// - Throws: what the key's keeper threw; `authenticationFailed` or `invalidParameter` if the wrap
    ///   does not open.
    static func open<Key: AgreementKey>(
        _ wrap: Wrap, key: Key, prekey: P256PrivateKey?, context: [UInt8]
    ) async throws(HPKEFailure<Key.AgreementFailure>) -> SecretBytes {
        var shared: HPKEPreSharedKey?
        var rest = wrap.sealed
        if let id = wrap.key.prekey, let prekey {
            do throws(CryptoError) {
                shared = try sharedKey(wrap, id, prekey, context)
            } catch {
                throw .crypto(error)
            }
            rest.removeFirst(Wrap.encapsulatedByteCount)
        }
        return try await HPKE.open(
            rest, keptKey: key, suite: suite, info: wrapLabel + context, associatedData: [],
            preSharedKey: shared)
    }

    private static func sharedKey(
        _ wrap: Wrap, _ id: PrekeyID, _ prekey: P256PrivateKey, _ context: [UInt8]
    ) throws(CryptoError) -> HPKEPreSharedKey {
        let first = try HPKERecipient(
            Array(wrap.sealed.prefix(Wrap.encapsulatedByteCount)), key: prekey, suite: exporter,
            info: prekeyLabel + context)
        return try HPKEPreSharedKey(first.export(exportLabel, count: secretCount), id: id.bytes)
    }

    private static let suite = HPKESuite.p256AES256GCM
    /// The first layer seals nothing, it only exports.
    private static let exporter = HPKESuite.p256ExportOnly
    private static let secretCount = 32
    private static let wrapLabel = WireLabel.wrap.bytes
    private static let prekeyLabel = WireLabel.wrapPrekey.bytes
    private static let exportLabel = WireLabel.preSharedKey.bytes
}
