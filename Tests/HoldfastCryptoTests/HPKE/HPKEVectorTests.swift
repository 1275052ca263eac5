import FoundationEssentials
@testable import HoldfastCrypto
import Testing

@Suite struct HPKEVectorTests {
    private static let files = [
        "rfc9180_kem0010_p256_kdf1_aead123.json", "rfc9180_kem0010_p256_kdf1_exportonly.json",
    ]

    private static func vectors() throws -> [Vector] {
        try files.flatMap {
            try JSONDecoder().decode([Vector].self, from: Data(VectorFile.bytes("hpke/\($0)")))
        }
    }

    @Test("RFC 9180: sealing, opening and exporting are those of the vectors, to the byte")
    func contexts() throws {
        var counts = Counts()
        for vector in try Self.vectors() {
            #expect(vector.kem_id == HPKESuite.kem && vector.kdf_id == HPKESuite.kdf)
            guard vector.mode == 0 || vector.mode == 1 else {
                counts.withSenderKey += 1
                continue
            }
            counts.setups += 1
            try run(vector, &counts)
        }
        // 6 with a cipher and 2 without run; as many are of the modes with a sender's key, which
        // are not offered.
        #expect(
            counts == Counts(setups: 8, withSenderKey: 8, encryptions: 6 * 257, exports: 8 * 3))
    }

    @Test("RFC 9180: keys that are derived are those of the vectors")
    func derivation() throws {
        var count = 0
        for vector in try Self.vectors() {
            let keys = [
                (vector.ikmE, vector.skEm, vector.pkEm), (vector.ikmR, vector.skRm, vector.pkRm),
            ]
            for (ikm, scalar, point) in keys {
                try expectDerived(ikm, scalar, point)
                count += 1
            }
            if let ikm = vector.ikmS, let scalar = vector.skSm, let point = vector.pkSm {
                try expectDerived(ikm, scalar, point)
                count += 1
            }
        }
        #expect(count == 2 * 16 + 8)
    }

    private func expectDerived(_ ikm: Hex, _ scalar: Hex, _ point: Hex) throws {
        let key = try P256PrivateKey(derivedFrom: SecretBytes(ikm.bytes))
        #expect(key.scalar == SecretBytes(scalar.bytes))
        #expect(key.publicKey.bytes == point.bytes)
    }

    private func run(_ vector: Vector, _ counts: inout Counts) throws {
        let suite = try #require(HPKESuite(rawValue: vector.aead_id))
        let preSharedKey = try vector.preSharedKey()
        let ephemeral = try P256PrivateKey(scalar: SecretBytes(vector.skEm.bytes))
        let key = try P256PrivateKey(scalar: SecretBytes(vector.skRm.bytes))
        #expect(
            try DHKEM.encapsulate(to: key.publicKey, ephemeral: ephemeral)
                == SecretBytes(vector.shared_secret.bytes))
        var sender = try HPKESender(
            to: key.publicKey, suite: suite, info: vector.info.bytes, preSharedKey: preSharedKey,
            ephemeral: ephemeral)
        #expect(sender.encapsulated == vector.enc.bytes)
        var recipient = try HPKERecipient(
            vector.enc.bytes, key: key, suite: suite, info: vector.info.bytes,
            preSharedKey: preSharedKey)
        for (number, message) in vector.encryptions.enumerated() {
            let (aad, plaintext) = (message.aad.bytes, SecretBytes(message.pt.bytes))
            let place = "mode \(vector.mode), AEAD \(vector.aead_id), message \(number)"
            #expect(
                try sender.seal(plaintext, associatedData: aad) == message.ct.bytes, "\(place)")
            #expect(
                try recipient.open(message.ct.bytes, associatedData: aad) == plaintext, "\(place)")
            counts.encryptions += 1
        }
        for export in vector.exports {
            let context = export.exporter_context.bytes
            let secret = SecretBytes(export.exported_value.bytes)
            #expect(try sender.export(context, count: export.L) == secret)
            #expect(try recipient.export(context, count: export.L) == secret)
            counts.exports += 1
        }
    }

    private struct Counts: Equatable {
        var setups = 0
        var withSenderKey = 0
        var encryptions = 0
        var exports = 0
    }

    // The names are those of the file.
    private struct Vector: Decodable {
        let mode: Int
        let kem_id: UInt16
        let kdf_id: UInt16
        let aead_id: UInt16
        let info: Hex
        let ikmE: Hex
        let ikmR: Hex
        let ikmS: Hex?
        let skEm: Hex
        let skRm: Hex
        let skSm: Hex?
        let pkEm: Hex
        let pkRm: Hex
        let pkSm: Hex?
        let psk: Hex?
        let psk_id: Hex?
        let enc: Hex
        let shared_secret: Hex
        let encryptions: [Message]
        let exports: [Export]

        func preSharedKey() throws -> HPKEPreSharedKey? {
            guard mode == 1 else { return nil }
            let (key, id) = (try #require(psk), try #require(psk_id))
            return try HPKEPreSharedKey(SecretBytes(key.bytes), id: id.bytes)
        }
    }

    private struct Message: Decodable {
        let aad: Hex
        let ct: Hex
        let pt: Hex
    }

    private struct Export: Decodable {
        let exporter_context: Hex
        let L: Int
        let exported_value: Hex
    }
}
