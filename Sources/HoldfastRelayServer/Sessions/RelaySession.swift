#if os(Linux)
internal import HoldfastCrypto
internal import HoldfastWire

/// A device that is logged in.
struct RelaySession: Sendable {
    /// The account.
    let account: AccountID
    /// The device.
    let device: DeviceID
    /// The session's key.
    let key: SecretBytes
    /// When it ends, in seconds since 1970.
    let expires: Int64
    /// Whether it is no device, but whoever has the phrase of a backup: it may read that and no more.
    var isReader = false
    /// Whether it is no device, but an account's recovery recipient: it may fetch what was sent to it.
    var isRecipient = false
}

extension RelaySession {
    private static let byteCount = 32 + 32 + 32 + 8 + 1
    private static let purpose = Array("holdfast/relay-ticket/v1".utf8)

    /// The session as a ticket that only the relay can read; it keeps no list of them.
    ///
    /// - Throws: ``CryptoError`` if there is no randomness or the library failed.
    func ticket(_ key: RelayKey, random: any SecureRandom) throws(CryptoError) -> [UInt8] {
        let head = account.bytes + device.bytes
        let end = WireWriter.encode { writer in
            writer.put(expires)
            writer.put(UInt8(isRecipient ? 1 : 0))
        }
        let plain = SecretBytes(count: Self.byteCount) { buffer in
            buffer.copyBytes(from: head)
            self.key.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: buffer[64..<96]).copyMemory(from: $0)
            }
            UnsafeMutableRawBufferPointer(rebasing: buffer[96...]).copyBytes(from: end)
        }
        let nonce = try random.bytes(AES256GCM.nonceByteCount)
        return try nonce
            + AES256GCM.seal(
                plain, key: key.ticketKey, nonce: nonce, associatedData: Self.purpose)
    }

    /// The session of a ticket; nil if the ticket is not this relay's.
    init?(ticket: [UInt8], _ key: RelayKey) {
        let nonceCount = AES256GCM.nonceByteCount
        guard ticket.count == nonceCount + Self.byteCount + AES256GCM.tagByteCount else {
            return nil
        }
        let plain: SecretBytes
        do throws(CryptoError) {
            plain = try AES256GCM.open(
                Array(ticket[nonceCount...]), key: key.ticketKey,
                nonce: Array(ticket[..<nonceCount]), associatedData: Self.purpose)
        } catch {
            // Whatever failed, the ticket says nothing that could be believed.
            return nil
        }
        let parts = plain.withUnsafeBytes { bytes in
            (
                AccountID(Array(bytes[..<32])), DeviceID(Array(bytes[32..<64])),
                SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[64..<96])),
                bytes[96..<104].reduce(0) { $0 << 8 | UInt64($1) }, bytes[104] == 1
            )
        }
        guard let account = parts.0, let device = parts.1 else { return nil }
        self.init(
            account: account, device: device, key: parts.2,
            expires: Int64(bitPattern: parts.3), isRecipient: parts.4)
    }
}
#endif
