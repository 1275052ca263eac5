import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire
import Testing

@testable import HoldfastLab

/// Ada with a phone and a laptop, Bo with two phones; Ada's phone writes to Bo.
struct Correspondence {
    let phone: Peer
    let laptop: Peer
    let bo: Peer
    let second: Peer
    var ada: PeerAccount
    var bob: PeerAccount
    /// Prekeys by device, with the private halves by name.
    var prekeys: [DeviceID: VerifiedPrekey] = [:]
    var privateKeys: [PrekeyID: P256PrivateKey] = [:]
    var policy = GradePolicy(consent: .thisMessage)

    init() throws {
        phone = try Peer("phone")
        laptop = try Peer("laptop")
        bo = try Peer("bo")
        second = try Peer("second")
        ada = try PeerAccount(phone)
        try ada.add(laptop, by: phone)
        bob = try PeerAccount(bo)
        try bob.add(second, by: bo)
    }

    /// Gives a device a prekey that Ada's phone has claimed.
    mutating func claim(_ grade: SecrecyGrade, of peer: Peer, in account: PeerAccount) throws {
        let (upload, keys) = try peer.prekeys(
            grade, count: grade == .oneTime ? 3 : 1, in: account.id)
        var verifier = PrekeyVerifier()
        let prekey = try verifier.verify(
            try #require(upload.prekeys().last), of: peer.record, in: account.id,
            at: UnixTime(seconds: MessageTime.now))
        prekeys[peer.id] = prekey
        for key in keys { privateKeys[PrekeyID(key: key.publicKey)] = key }
    }

    /// Bo as Ada's phone sees him.
    func recipient(_ log: DeviceLog? = nil) throws -> MessageRecipient {
        let log = log ?? bob.log
        return try MessageRecipient(
            contact: ContactPin(firstContact: log), log: log, prekeys: prekeys, policy: policy)
    }

    static func draft(_ text: String = "Meet at 10, gate B") throws -> MessageDraft {
        try MessageDraft(
            SecretBytes(utf8: text), created: UnixTime(seconds: MessageTime.now),
            random: SystemRandom())
    }

    /// What Ada's phone, or another device of hers, uploads.
    func envelope(
        _ draft: MessageDraft, attempt: UInt16 = 0, counter: UInt64 = 1, by sender: Peer? = nil,
        in log: DeviceLog? = nil, to bobsLog: DeviceLog? = nil
    ) throws -> Envelope {
        let sender = sender ?? phone
        let sealer = try MessageSealer(device: sender.record, log: log ?? ada.log)
        let unsigned = try sealer.seal(
            draft, attempt: attempt, counter: counter, for: [try recipient(bobsLog)],
            own: MessageRecipient(
                own: log ?? ada.log, prekeys: prekeys, policy: GradePolicy(consent: .thisMessage)),
            random: SystemRandom())
        return try unsigned.signed(
            sender.signing.signature(for: unsigned.messageToSign), by: sender.record)
    }

    /// What a device gets of an envelope, as the server hands it out.
    static func delivery(_ envelope: Envelope, for peer: Peer) throws -> DeliveredMessage {
        let part = try #require(
            envelope.deliveries().first { $0.wrap.device == peer.id })
        return DeliveredMessage(part, of: envelope.message)
    }

    /// Opens it there.
    func open(
        _ message: DeliveredMessage, as peer: Peer, in account: DeviceLog? = nil,
        from log: DeviceLog? = nil
    ) async throws -> OpenedMessage {
        let opener = MessageOpener(device: peer.record, log: account ?? bob.log)
        let judged = try opener.judge(
            try MessageOpener.read(message.bytes), senderLog: log ?? ada.log)
        let prekey = judged.wrapKey.prekey.flatMap { privateKeys[$0] }
        return try await opener.open(
            judged, prekey: prekey, key: HeldAgreementKey(key: peer.agreement))
    }
}

/// A key for agreement in memory, behind the errors of one that is kept.
struct HeldAgreementKey: AgreementKey {
    let key: P256PrivateKey
    var publicKey: P256PublicKey { key.publicKey }

    func sharedSecret(
        with peer: P256PublicKey
    ) async throws(IdentityKeyError) -> SecretBytes {
        do throws(CryptoError) {
            return try key.sharedSecret(with: peer)
        } catch {
            throw .crypto(error)
        }
    }
}

extension OpenedMessage {
    /// What it says, as text.
    var text: String? { body.content.utf8String() }
}
