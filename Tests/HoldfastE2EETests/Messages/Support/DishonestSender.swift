import HoldfastCrypto
import Testing

@testable import HoldfastE2EE
@testable import HoldfastWire

/// A sender who signs what no honest one would: what the relay and the form permit, and more.
struct DishonestSender {
    let world: Correspondence

    /// An envelope for Bo's two phones whose wraps hold whatever keys the sender likes, sealed for
    /// whichever device it likes.
    func envelope(
        committing key: SecretBytes, keys: [DeviceID: SecretBytes],
        wrappedFor: [DeviceID: Peer] = [:], body: SecretBytes? = nil, content: ContentID? = nil
    ) throws -> Envelope {
        let draft = try Correspondence.draft()
        let context = WrapContext(
            message: draft.id, attempt: 0, account: world.ada.id, device: world.phone.id)
        let wraps = try [world.bo, world.second].sorted { $0.id < $1.id }.map { peer in
            let target = wrappedFor[peer.id] ?? peer
            let sealed = try WrapCipher.seal(
                try #require(keys[peer.id]), to: target.agreement.publicKey, prekey: nil,
                context: context.hash(
                    account: world.bob.id, device: target.id, record: RecordHash(target.record),
                    key: .identity),
                random: SystemRandom())
            return try Wrap(
                device: peer.id, key: .identity,
                sealed: Array(sealed.prefix(Wrap.sealedByteCount(.identity))))
        }
        let list = try RecipientList([
            AccountWraps(account: world.bob.id, head: world.bob.log.head, wraps: wraps)
        ])
        let padded = body ?? draft.body.padded()
        let info = MessageHeader.bodyInfo(
            message: draft.id, attempt: 0, account: world.ada.id, device: world.phone.id)
        let sealer = try BodySealer(contentKey: key, info: info)
        let header = try MessageHeader(
            message: draft.id, attempt: 0,
            sender: MessageSender(
                account: world.ada.id, record: world.phone.record, head: world.ada.log.head,
                counter: 1),
            created: MessageTime.now, content: content ?? draft.body.contentID,
            recipients: list, commitment: sealer.commitment, bodyByteCount: padded.count)
        let sealed = try sealer.seal(padded, headerHash: SHA256.hash(header.bytes))
        return try sign(header, sealed, for: list)
    }

    /// Signs whatever header and body.
    func sign(
        _ header: MessageHeader, _ body: [UInt8], for list: RecipientList
    ) throws -> Envelope {
        let signature = try world.phone.sign(
            SealedMessage.signedBytes(of: header, body: body), .message)
        return try Envelope(
            SealedMessage(header, signature: signature, body: body), for: list)
    }
}

/// What opening failed with; `nil` if it did not fail.
func failure(_ body: () async throws -> Void) async -> OpenFailure? {
    do {
        try await body()
        return nil
    } catch let error as OpenFailure {
        return error
    } catch {
        Issue.record("another error: \(error)")
        return nil
    }
}
