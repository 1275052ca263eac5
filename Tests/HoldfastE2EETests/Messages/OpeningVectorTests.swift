import FoundationEssentials
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire
import Testing

/// Messages that every implementation must open, or refuse, alike:
/// `HoldfastWireTests/Fixtures/messages-open.json`.
///
/// `HOLDFAST_RECORD_GOLDEN=1` makes them anew, which is right only before a format is released.
@Suite("Vectors of opening messages")
struct OpeningVectorTests {
    /// A message with everything that its recipient has.
    struct Vector: Codable, Equatable {
        let name: String
        /// The message as the device gets it.
        let message: String
        /// The log of the sender's account, entry by entry.
        let senderLog: [String]
        /// The log of the recipient's account.
        let ownLog: [String]
        /// The recipient's `DeviceRecord`.
        let record: String
        /// The private half of its key for agreement.
        let agreement: String
        /// The private half of the prekey that the wrap names, where the recipient has it.
        let prekey: String?
        /// `valid`, or the failure.
        let result: String
        /// What a valid message says.
        let content: String?
        /// The sender's standing and the set's completeness, for a message that is its sender's.
        let finding: String?
    }

    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "HoldfastWireTests/Fixtures/messages-open.json")

    @Test("Each message is opened or refused as its vector says")
    func vectors() async throws {
        if ProcessInfo.processInfo.environment["HOLDFAST_RECORD_GOLDEN"] == "1" {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try (try encoder.encode(try await OpeningVectors.make()) + Data([0x0a]))
                .write(to: Self.file)
        }
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: Self.file))
        #expect(vectors.count == 21)
        #expect(Set(vectors.map(\.name)).count == vectors.count)
        for vector in vectors { #expect(try await Self.judge(vector) == vector, "\(vector.name)") }
    }

    /// What this implementation says.
    static func judge(_ vector: Vector) async throws -> Vector {
        let senderLog = try log(vector.senderLog)
        let record = try DeviceRecord(CommitmentVector.hex(vector.record))
        let opener = MessageOpener(device: record, log: try log(vector.ownLog))
        let agreement = try P256PrivateKey(
            scalar: SecretBytes(CommitmentVector.hex(vector.agreement)))
        let prekey = try vector.prekey.map {
            try P256PrivateKey(scalar: SecretBytes(CommitmentVector.hex($0)))
        }
        var (result, content, finding): (String, String?, String?) = ("valid", nil, nil)
        do throws(OpenFailure) {
            let message = try MessageOpener.read(try bytes(vector.message))
            let judged = try opener.judge(message, senderLog: senderLog)
            finding = "\(name(judged.standing)), \(name(judged.completeness))"
            let opened = try await opener.open(
                judged, prekey: prekey, key: HeldAgreementKey(key: agreement))
            content = opened.text
        } catch {
            result = name(error)
        }
        return Vector(
            name: vector.name, message: vector.message, senderLog: vector.senderLog,
            ownLog: vector.ownLog, record: vector.record, agreement: vector.agreement,
            prekey: vector.prekey, result: result, content: content, finding: finding)
    }

    private static func bytes(_ text: String) throws(OpenFailure) -> [UInt8] {
        do {
            return try CommitmentVector.hex(text)
        } catch {
            throw .malformed(WireError(.invalidValue, in: "hexadecimal"))
        }
    }

    private static func log(_ entries: [String]) throws -> DeviceLog {
        let signed = try entries.map { try SignedLogEntry(CommitmentVector.hex($0)) }
        var log = try DeviceLog(genesis: try #require(signed.first))
        try log.append(contentsOf: Array(signed.dropFirst()))
        return log
    }

    /// The failure's name, without what it is about.
    private static func name(_ failure: OpenFailure) -> String {
        switch failure {
        case .malformed(let error): error.reason.rawValue
        case .fault(let fault): fault.reason.rawValue
        case .cannotOpen(let reason): "\(reason)"
        default: String("\(failure)".prefix { $0 != "(" })
        }
    }

    private static func name(_ standing: SenderStanding) -> String {
        switch standing {
        case .current, .removedSince: "\(standing)"
        case .apart(let ground): "\(ground)"
        }
    }

    private static func name(_ completeness: Completeness) -> String {
        String("\(completeness)".prefix { $0 != "(" })
    }
}
