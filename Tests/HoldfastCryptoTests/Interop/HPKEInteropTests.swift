#if os(Linux)
import HoldfastCrypto
import Testing

/// HPKE with pyhpke and cryptography, each way.
@Suite struct HPKEInteropTests {
    private static let sealing: [HPKESuite] = [
        .p256AES128GCM, .p256AES256GCM, .p256ChaCha20Poly1305,
    ]
    private let random = SystemRandom()
    private let lengths = [32, 0, 1, 1_000]

    /// What a run of several messages has, drawn anew each time.
    private struct Texts {
        let key: P256PrivateKey
        let info: [UInt8]
        let preSharedKey: HPKEPreSharedKey?
        let exporterContext: [UInt8]
        let plaintexts: [SecretBytes]
        let associatedData: [[UInt8]]
    }

    private func texts(withPSK: Bool) throws -> Texts {
        Texts(
            key: try P256PrivateKey(random: random), info: try random.bytes(40),
            preSharedKey: withPSK
                ? try HPKEPreSharedKey(random.secret(32), id: random.bytes(5)) : nil,
            exporterContext: try random.bytes(9),
            plaintexts: try lengths.map { try random.secret($0) },
            associatedData: try lengths.map { try random.bytes($0 % 7) })
    }

    private func question(
        _ work: String, _ suite: HPKESuite, _ texts: Texts
    ) -> PeerProcess.Question {
        var question = PeerProcess.Question(do: work)
        question.aead = suite.rawValue
        question.info = Hex(texts.info)
        question.psk = texts.preSharedKey.map { Hex($0.key) }
        question.psk_id = texts.preSharedKey.map { Hex($0.id) }
        question.exporter_context = Hex(texts.exporterContext)
        question.count = 50
        return question
    }

    @Test("pyhpke opens what we seal", arguments: sealing, [false, true])
    func pyhpkeOpens(_ suite: HPKESuite, withPSK: Bool) throws {
        let peer = try PeerProcess()
        let texts = try texts(withPSK: withPSK)
        var sender = try HPKESender(
            to: texts.key.publicKey, suite: suite, info: texts.info,
            preSharedKey: texts.preSharedKey, random: random)
        var messages: [PeerProcess.Message] = []
        for (plaintext, aad) in zip(texts.plaintexts, texts.associatedData) {
            let sealed = try sender.seal(plaintext, associatedData: aad)
            messages.append(PeerProcess.Message(bytes: Hex(sealed), aad: Hex(aad)))
        }
        var question = question("pyhpke_open", suite, texts)
        question.key = Hex(texts.key.scalar)
        question.enc = Hex(sender.encapsulated)
        question.messages = messages
        let answer = try peer.ask(question)
        #expect(answer.messages?.map { SecretBytes($0.bytes) } == texts.plaintexts)
        #expect(
            try answer.exported.map { SecretBytes($0.bytes) }
                == sender.export(texts.exporterContext, count: 50))
        // The peer refuses what it should, so that its consent above means something.
        question.messages?.swapAt(0, 1)
        #expect(try peer.ask(question).refused == "OpenError")
        #expect(try peer.finish())
    }

    @Test("we open what pyhpke seals", arguments: sealing, [false, true])
    func pyhpkeSeals(_ suite: HPKESuite, withPSK: Bool) throws {
        let peer = try PeerProcess()
        let texts = try texts(withPSK: withPSK)
        var question = question("pyhpke_seal", suite, texts)
        question.point = Hex(texts.key.publicKey.bytes)
        question.messages = zip(texts.plaintexts, texts.associatedData).map {
            PeerProcess.Message(bytes: Hex($0), aad: Hex($1))
        }
        let answer = try peer.ask(question)
        var recipient = try HPKERecipient(
            #require(answer.enc).bytes, key: texts.key, suite: suite, info: texts.info,
            preSharedKey: texts.preSharedKey)
        let sealed = try #require(answer.messages)
        #expect(sealed.count == texts.plaintexts.count)
        for (index, message) in sealed.enumerated() {
            let opened = try recipient.open(
                message.bytes, associatedData: texts.associatedData[index])
            #expect(opened == texts.plaintexts[index])
        }
        #expect(
            try answer.exported.map { SecretBytes($0.bytes) }
                == recipient.export(texts.exporterContext, count: 50))
        #expect(try peer.finish())
    }

    @Test("pyhpke exports the same secrets where nothing is sealed", arguments: [false, true])
    func exportOnly(withPSK: Bool) throws {
        let peer = try PeerProcess()
        let texts = try texts(withPSK: withPSK)
        let sender = try HPKESender(
            to: texts.key.publicKey, suite: .p256ExportOnly, info: texts.info,
            preSharedKey: texts.preSharedKey, random: random)
        var question = question("pyhpke_open", .p256ExportOnly, texts)
        question.key = Hex(texts.key.scalar)
        question.enc = Hex(sender.encapsulated)
        question.messages = []
        #expect(
            try peer.ask(question).exported.map { SecretBytes($0.bytes) }
                == sender.export(texts.exporterContext, count: 50))
        #expect(try peer.finish())
    }

    @Test("cryptography opens what we seal, and we what it seals", arguments: sealing)
    func cryptography(_ suite: HPKESuite) throws {
        let peer = try PeerProcess()
        let texts = try texts(withPSK: false)
        for plaintext in texts.plaintexts {
            let sealed = try HPKE.seal(
                plaintext, to: texts.key.publicKey, suite: suite, info: texts.info,
                associatedData: [], random: random)
            var question = question("cryptography_open", suite, texts)
            question.key = Hex(texts.key.scalar)
            question.messages = [PeerProcess.Message(bytes: Hex(sealed))]
            let opened = try peer.ask(question).messages
            #expect(opened?.map { SecretBytes($0.bytes) } == [plaintext])
            question.info = Hex([])
            #expect(try peer.ask(question).refused == "InvalidTag")

            var sealing = self.question("cryptography_seal", suite, texts)
            sealing.point = Hex(texts.key.publicKey.bytes)
            sealing.messages = [PeerProcess.Message(bytes: Hex(plaintext))]
            let theirs = try #require(try peer.ask(sealing).messages?.first)
            #expect(
                try HPKE.open(
                    theirs.bytes, key: texts.key, suite: suite, info: texts.info,
                    associatedData: []) == plaintext)
        }
        #expect(try peer.finish())
    }
}
#endif
