public import HoldfastCore
import HoldfastCrypto
public import HoldfastE2EE
public import HoldfastWire

/// The phrase as one more recipient of the account's messages: what was sent since the last backup
/// opens on a new phone, before anybody has sent it again.
///
/// It is off unless the person asks for it. It costs forward secrecy: whoever gets the words can open
/// what is still at the relay, whenever it was sent. Contacts see it in the list of devices. It is no
/// device: it opens messages, can put itself out, and does nothing else.
///
/// Made while the person types the phrase; its keys are kept nowhere.
///
/// - Note: `docs/formats/backup.md`, "The recipient".
public struct RecoveryRecipient: Sendable {
    /// What the account says of it, or is to say.
    public let record: DeviceRecord
    /// Its keys, for a session at the relay and an inbox of its own.
    public let identity: IdentityKeys
    private let signingKey: P256PrivateKey

    /// How often an account can switch it off and on again under one phrase.
    private static let limit: UInt8 = 32

    /// Makes a recipient for an account that has none.
    ///
    /// - Parameters:
    ///   - keys: what the phrase gave.
    ///   - log: the account's log, verified.
    ///   - name: what contacts and the person see: 1 to 64 scalars without control characters.
    /// - Throws: ``RecoveryError/recipientNotPossible`` if the account has one, if its recovery key is
    ///   not this phrase's, or if the name is none; ``RecoveryError/crypto(_:)``.
    public init(
        _ keys: RecoveryKeys, for log: DeviceLog, named name: String
    ) throws(RecoveryError) {
        let facts = log.facts
        guard facts.recoveryRecipient == nil,
            try facts.recoveryKey == keys.recoveryKey().publicKey
        else { throw .recipientNotPossible }
        for number in 0..<Self.limit {
            let recipient = try Self(keys, of: log.account, number, named: name)
            // One that was put out does not come back: its successor has another number.
            if facts.members[recipient.record.id] == nil {
                self = recipient
                return
            }
        }
        throw .recipientNotPossible
    }

    /// The recipient that an account has, if it is this phrase's.
    init?(found keys: RecoveryKeys, in log: DeviceLog) throws(RecoveryError) {
        guard let known = log.facts.recoveryRecipient else { return nil }
        for number in 0..<Self.limit {
            let recipient = try Self(keys, of: log.account, number, named: known.name)
            if recipient.record == known {
                self = recipient
                return
            }
        }
        return nil
    }

    private init(
        _ keys: RecoveryKeys, of account: AccountID, _ number: UInt8, named name: String
    ) throws(RecoveryError) {
        let inputs = account.bytes + [number]
        signingKey = try keys.key(.recipient, inputs)
        let agreementKey = try keys.recipientKey(of: account)
        let slot = SlotID(try keys.expand(.slot, inputs, count: SlotID.byteCount).copyBytes())
        guard let slot else { preconditionFailure("16 bytes were derived") }
        do throws(WireError) {
            record = try DeviceRecord(
                slot: slot, name: name, signingKey: signingKey.publicKey,
                signingGrade: .recoveryPhrase, agreementKey: agreementKey.publicKey,
                agreementGrade: .recoveryPhrase, presenceKey: nil)
        } catch {
            throw .recipientNotPossible
        }
        do throws(KeychainError) {
            identity = try IdentityKeys(
                record, of: account, signing: signingKey, agreement: agreementKey)
        } catch {
            throw .store(error)
        }
    }

    /// Asks a device of the account to take the recipient in: the one that the person has before them.
    ///
    /// The device approves it with ``DeviceIdentity/approve(_:prompt:)``, and the person there; from
    /// then on whoever writes to the account encrypts to it too.
    ///
    /// - Parameters:
    ///   - log: the account's log, as new as it can be had.
    ///   - device: the device.
    ///   - now: the time.
    /// - Returns: the request.
    /// - Throws: ``RecoveryError/crypto(_:)``.
    public func request(
        into log: DeviceLog, approvedBy device: DeviceID, at now: UnixTime
    ) throws(RecoveryError) -> JoinRequest {
        try recovering { () throws(CryptoError) in
            try JoinRequest(
                record, into: log, created: now.seconds, approvedBy: device,
                signedBy: signingKey)
        }
    }
}
