import HoldfastCrypto
import Testing

@testable import HoldfastE2EE
@testable import HoldfastWire

/// Makes the vectors of opening messages, with new keys each time.
enum OpeningVectors {
    static func make() async throws -> [OpeningVectorTests.Vector] {
        var vectors: [OpeningVectorTests.Vector] = []
        for vector in try grades() + dishonest() + standings() + sets() {
            vectors.append(try await OpeningVectorTests.judge(vector))
        }
        return vectors
    }

    /// A vector of a message to Bo's first phone, unless it is for another device.
    private static func vector(
        _ name: String, _ envelope: Envelope, _ world: Correspondence, as peer: Peer? = nil,
        prekey: P256PrivateKey? = nil, hasPrekey: Bool = true
    ) throws -> OpeningVectorTests.Vector {
        let peer = peer ?? world.bo
        let message = try Correspondence.delivery(envelope, for: peer)
        let own = message.delivery.wrap.key.prekey.flatMap { world.privateKeys[$0] }
        return vector(
            name, message.bytes, world, as: peer, prekey: hasPrekey ? prekey ?? own : nil)
    }

    private static func vector(
        _ name: String, _ bytes: [UInt8], _ world: Correspondence, as peer: Peer,
        prekey: P256PrivateKey? = nil
    ) -> OpeningVectorTests.Vector {
        OpeningVectorTests.Vector(
            name: name, message: hex(bytes), senderLog: world.ada.entries.map { hex($0.bytes) },
            ownLog: world.bob.entries.map { hex($0.bytes) }, record: hex(peer.record.bytes),
            agreement: hex(peer.agreement.scalar.copyBytes()),
            prekey: prekey.map { hex($0.scalar.copyBytes()) }, result: "", content: nil,
            finding: nil)
    }

    private static func grades() throws -> [OpeningVectorTests.Vector] {
        var (oneTime, signed) = (try Correspondence(), try Correspondence())
        try oneTime.claim(.oneTime, of: oneTime.bo, in: oneTime.bob)
        try signed.claim(.signed, of: signed.bo, in: signed.bob)
        let identity = try Correspondence()
        let draft = try Correspondence.draft()
        let stranger = try P256PrivateKey(random: SystemRandom())
        let envelope = try oneTime.envelope(draft)
        return [
            try vector("grade A", envelope, oneTime),
            try vector("grade B", try signed.envelope(draft), signed),
            try vector("grade C", try identity.envelope(draft), identity),
            try vector(
                "empty", try identity.envelope(try Correspondence.draft("")), identity),
            try vector(
                "two chunks",
                try identity.envelope(
                    try Correspondence.draft(String(repeating: "0123456789abcdef", count: 4100))),
                identity),
            try vector("another attempt", try identity.envelope(draft, attempt: 3), identity),
            try vector("grade A without its prekey", envelope, oneTime, hasPrekey: false),
            try vector("grade A with another prekey", envelope, oneTime, prekey: stranger),
            vector(
                "for another device",
                try Correspondence.delivery(envelope, for: oneTime.second).bytes, oneTime,
                as: oneTime.bo),
        ]
    }

    private static func dishonest() throws -> [OpeningVectorTests.Vector] {
        let world = try Correspondence()
        let sender = DishonestSender(world: world)
        let keys = try CommitmentVector.keys()
        let both = [world.bo.id: keys.first, world.second.id: keys.second]
        let one = [world.bo.id: keys.first, world.second.id: keys.first]
        let (first, other) = (
            try world.envelope(try Correspondence.draft()),
            try world.envelope(try Correspondence.draft(), counter: 2)
        )
        return [
            try vector(
                "two keys, the second device",
                try sender.envelope(committing: keys.first, keys: both), world, as: world.second),
            try vector(
                "wrap for another device, signed",
                try sender.envelope(
                    committing: keys.first, keys: one, wrappedFor: [world.bo.id: world.second]),
                world),
            try vector(
                "body of another message, signed",
                try sender.sign(first.message.header, other.message.body, for: first.recipients),
                world),
            try vector(
                "another content, signed",
                try sender.envelope(
                    committing: keys.first, keys: one,
                    body: try Correspondence.draft("other").body.padded()),
                world),
            try vector(
                "fill of other bytes, signed",
                try sender.envelope(
                    committing: keys.first, keys: one,
                    body: SecretBytes([UInt8](repeating: 3, count: 256))),
                world),
        ]
    }

    private static func standings() throws -> [OpeningVectorTests.Vector] {
        let draft = try Correspondence.draft()
        var left = try Correspondence()
        let last = try left.envelope(draft, counter: 5, by: left.laptop)
        let beyond = try left.envelope(draft, counter: 6, by: left.laptop)
        try left.ada.revoke(left.laptop, by: left.laptop, lastCounter: 5)
        var lost = try Correspondence()
        try lost.ada.add(try Peer("third"), by: lost.phone)
        let late = try lost.envelope(draft, counter: 1, by: lost.laptop)
        try lost.ada.revoke(lost.laptop, by: lost.phone, .lost, lastCounter: 9)
        var newer = try Correspondence()
        let known = newer.ada
        try newer.ada.add(try Peer("third"), by: newer.phone)
        let ahead = try newer.envelope(draft)
        newer.ada = known
        return [
            try vector("sent before its device left", last, left),
            try vector("beyond the last counter", beyond, left),
            try vector("from a lost device", late, lost),
            try vector("names a place that is not known", ahead, newer),
        ]
    }

    private static func sets() throws -> [OpeningVectorTests.Vector] {
        let draft = try Correspondence.draft()
        var world = try Correspondence()
        let old = try world.envelope(draft)
        try world.bob.add(try Peer("third"), by: world.bo)
        let whole = try world.envelope(draft)
        var fork = world
        fork.bob = try PeerAccount(world.bo)
        return [
            try vector("a device was added since", old, world),
            try vector("three devices", whole, world),
            try vector("another account's log", whole, fork),
        ]
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
