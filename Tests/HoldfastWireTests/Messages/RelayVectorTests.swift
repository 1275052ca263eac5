import FoundationEssentials
import HoldfastWire
import Testing

/// What every implementation must read alike, in `Fixtures/relay.json`.
///
/// `HOLDFAST_RECORD_GOLDEN=1` makes them anew, which is right only before a format is released.
@Suite("Vectors of what a relay and its clients exchange")
struct RelayVectorTests {
    /// Some bytes and what a reader must say of them.
    struct Vector: Codable, Equatable {
        let name: String
        /// Which structure the bytes should be.
        let structure: Structure
        /// In hexadecimal.
        let bytes: String
        /// `valid`, or the reason of the error.
        let result: String
    }

    /// The structures.
    enum Structure: String, Codable, CaseIterable {
        case greeting, statement, login, grant, proof, sendResult, acknowledgement, chunkList
        case inboxPage, rewrapNotice, logPage, backupPointer, manifest, manifestList, refusal
    }

    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/relay.json")

    @Test("Each structure is read as its vector says, and is what it is written as")
    func vectors() throws {
        if ProcessInfo.processInfo.environment["HOLDFAST_RECORD_GOLDEN"] == "1" {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try (try encoder.encode(try RelayVectors.make()) + Data([0x0a])).write(to: Self.file)
        }
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: Self.file))
        #expect(vectors.count == RelayVectors.count)
        #expect(Set(vectors.map(\.name)).count == vectors.count)
        for structure in Structure.allCases {
            let results = Set(vectors.filter { $0.structure == structure }.map(\.result))
            #expect(results.contains("valid") && results.count > 1, "\(structure)")
        }
        for vector in vectors {
            #expect(
                try Self.judge(Hex.bytes(vector.bytes), vector.structure) == vector.result,
                "\(vector.name)")
        }
    }

    /// What this implementation says.
    static func judge(_ bytes: [UInt8], _ structure: Structure) throws -> String {
        do {
            return try read(bytes, structure) == bytes ? "valid" : "written otherwise"
        } catch let error as WireError {
            return error.reason.rawValue
        }
    }

    /// Reads a structure, and writes it again.
    private static func read(_ bytes: [UInt8], _ structure: Structure) throws -> [UInt8] {
        switch structure {
        case .greeting: try RelayGreeting(bytes).bytes
        case .statement: try LoginStatement(bytes).bytes
        case .login: try SignedLogin(bytes).bytes
        case .grant: try SessionGrant(bytes).bytes
        case .proof: try RequestProof(bytes).bytes
        case .sendResult: try SendResult(bytes).bytes
        case .acknowledgement: try Acknowledgement(decoding: bytes).bytes
        case .chunkList: try ChunkList(decoding: bytes).bytes
        case .inboxPage: try InboxPage(bytes).bytes
        case .rewrapNotice: try RewrapNotice(bytes).bytes
        case .logPage: try LogPage(bytes).bytes
        case .backupPointer: try BackupPointer(bytes).bytes
        case .manifest: try SignedManifest(bytes).bytes
        case .manifestList: try ManifestList(decoding: bytes).bytes
        case .refusal: try RelayRefusal(bytes).bytes
        }
    }
}
