#if os(Linux)
import CrashSupport
import FoundationEssentials
import Glibc
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire
import Testing

/// The format's page is enough to write another implementation: `Peers/envelope.py` is one, on other
/// people's cryptography.
@Suite("Envelopes with another implementation")
struct PeerEnvelopeTests {
    private struct Answer: Decodable {
        let refused: String?
        let content: String?
        let grade: UInt8?
        let envelope: String?
    }

    private struct Device: Encodable {
        let id: String
        let record: String
        let agreement: String
        let grade: UInt8
        let prekey: String
    }

    // The names are those of the program.
    private struct Question: Encodable {
        var `do`: String
        var message: String?
        var sender_key: String?
        var record: String?
        var agreement: String?
        var prekey: String?
        var sender: String?
        var sender_account: String?
        var sender_sequence: UInt64?
        var sender_head: String?
        var counter: UInt64?
        var created: Int64?
        var account: String?
        var sequence: UInt64?
        var head: String?
        var content: String?
        var devices: [Device]?
    }

    /// The program, in the Python that `Scripts/setup --test` prepared; without it, the test fails.
    private struct Program {
        private let child: ChildProcess

        init() throws {
            let tests = URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent()
            let root = tests.deletingLastPathComponent().deletingLastPathComponent()
            let python = root.appending(path: ".build-peers/bin/python3").path
            try #require(access(python, X_OK) == 0, "no peers: run Scripts/setup --test")
            child = try ChildProcess(
                path: python, [tests.appending(path: "Peers/envelope.py").path])
        }

        func ask(_ question: Question) throws -> Answer {
            let line = String(decoding: try JSONEncoder().encode(question), as: UTF8.self)
            try child.write(line + "\n")
            let answer = try #require(try child.readLine())
            return try JSONDecoder().decode(Answer.self, from: Data(answer.utf8))
        }

        func finish() throws -> Bool {
            child.closeInput()
            return try child.wait() == .exit(0)
        }
    }

    private static let texts = [
        "", "Meet at 10, gate B", String(repeating: "long ", count: 40_000),
    ]

    @Test("What we seal at grades A, B and C, the other opens; what was changed it refuses")
    func ours() throws {
        let program = try Program()
        for grade in SecrecyGrade.allCases {
            var world = try Correspondence()
            if grade != .identity { try world.claim(grade, of: world.bo, in: world.bob) }
            for text in Self.texts {
                let message = try Correspondence.delivery(
                    try world.envelope(try Correspondence.draft(text)), for: world.bo)
                let prekey = message.delivery.wrap.key.prekey.flatMap { world.privateKeys[$0] }
                var question = Question(do: "open")
                question.message = hexText(message.bytes)
                question.sender_key = hexText(world.phone.signing.publicKey.bytes)
                question.record = hexText(world.bo.record.bytes)
                question.agreement = hexText(world.bo.agreement.scalar.copyBytes())
                question.prekey = prekey.map { hexText($0.scalar.copyBytes()) }
                let answer = try program.ask(question)
                #expect(answer.content == hexText(Array(text.utf8)), "\(answer.refused ?? "")")
                #expect(answer.grade == grade.rawValue)
                question.agreement = hexText(world.second.agreement.scalar.copyBytes())
                #expect(try program.ask(question).refused != nil)
                question.agreement = hexText(world.bo.agreement.scalar.copyBytes())
                var changed = message.bytes
                changed[changed.count - 1] ^= 1
                question.message = hexText(changed)
                #expect(try program.ask(question).refused != nil)
            }
        }
        #expect(try program.finish())
    }

    @Test("What the other seals at grades A, B and C, we open")
    func theirs() async throws {
        let program = try Program()
        for grade in SecrecyGrade.allCases {
            var world = try Correspondence()
            if grade != .identity { try world.claim(grade, of: world.bo, in: world.bob) }
            for (counter, text) in Self.texts.enumerated() {
                let answer = try program.ask(
                    try question(world, grade, text, counter: UInt64(counter)))
                let envelope = try Envelope.decode(
                    CommitmentVector.hex(try #require(answer.envelope)))
                for peer in [world.bo, world.second] {
                    let opened = try await world.open(
                        Correspondence.delivery(envelope, for: peer), as: peer)
                    #expect(opened.text == text)
                    #expect(opened.grade == (peer.id == world.bo.id ? grade : .identity))
                    #expect(opened.completeness == .complete && opened.standing == .current)
                }
            }
        }
        #expect(try program.finish())
    }

    private func question(
        _ world: Correspondence, _ grade: SecrecyGrade, _ text: String, counter: UInt64
    ) throws -> Question {
        let prekey = world.prekeys[world.bo.id].flatMap { world.privateKeys[$0.id] }
        var question = Question(do: "seal")
        question.sender = hexText(world.phone.signing.scalar.copyBytes())
        question.record = hexText(world.phone.record.bytes)
        question.sender_account = hexText(world.ada.id.bytes)
        question.sender_sequence = world.ada.log.head.sequence
        question.sender_head = hexText(world.ada.log.head.hash.bytes)
        question.counter = counter
        question.created = MessageTime.now
        question.account = hexText(world.bob.id.bytes)
        question.sequence = world.bob.log.head.sequence
        question.head = hexText(world.bob.log.head.hash.bytes)
        question.content = hexText(Array(text.utf8))
        question.devices = [world.bo, world.second].map { peer in
            let isFirst = peer.id == world.bo.id
            return Device(
                id: hexText(peer.id.bytes), record: hexText(peer.record.bytes),
                agreement: hexText(peer.agreement.publicKey.bytes),
                grade: isFirst ? grade.rawValue : SecrecyGrade.identity.rawValue,
                prekey: isFirst ? hexText(prekey?.publicKey.bytes ?? []) : "")
        }
        return question
    }
}

func hexText(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
#endif
