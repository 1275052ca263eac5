import FoundationEssentials
import HoldfastCrypto
import HoldfastWire
import Testing

/// What every implementation must read alike, in `Fixtures/messages.json`.
///
/// `HOLDFAST_RECORD_GOLDEN=1` makes them anew, which is right only before a format is released.
@Suite("Vectors of messages and prekeys")
struct MessageVectorTests {
    /// Some bytes and what a reader must say of them.
    struct Vector: Codable, Equatable {
        let name: String
        /// Which structure the bytes should be.
        let structure: Structure
        /// In hexadecimal.
        let bytes: String
        /// The `DeviceRecord` of the device that signs, in hexadecimal, where something is signed.
        let record: String?
        /// The device's account, in hexadecimal, where the structure is about an account.
        let account: String?
        /// `valid`, or the reason of the error.
        let result: String
    }

    /// The structures that come from outside.
    enum Structure: String, Codable, CaseIterable {
        case envelope, delivered, upload, prekey, claim, bundle, stock, result, receipt
    }

    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/messages.json")

    @Test("Each structure is read as its vector says, and is what it is written as")
    func vectors() throws {
        if ProcessInfo.processInfo.environment["HOLDFAST_RECORD_GOLDEN"] == "1" {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try (try encoder.encode(try MessageVectors.make()) + Data([0x0a])).write(to: Self.file)
        }
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: Self.file))
        #expect(vectors.count == MessageVectors.count)
        #expect(Set(vectors.map(\.name)).count == vectors.count)
        for structure in Structure.allCases {
            let results = Set(vectors.filter { $0.structure == structure }.map(\.result))
            #expect(results.contains("valid") && results.count > 1, "\(structure)")
        }
        for vector in vectors {
            #expect(try Self.judge(vector) == vector.result, "\(vector.name)")
        }
    }

    /// What this implementation says.
    static func judge(_ vector: Vector) throws -> String {
        let bytes = try Hex.bytes(vector.bytes)
        let record = try vector.record.map { try DeviceRecord(Hex.bytes($0)) }
        let account = try vector.account.flatMap { AccountID(try Hex.bytes($0)) }
        do {
            let written = try read(bytes, vector.structure, record, account)
            return written == bytes ? "valid" : "written otherwise"
        } catch let error as EnvelopeError {
            return error.reason
        } catch let error as PrekeyError {
            return error.reason
        } catch let error as WireError {
            return error.reason.rawValue
        } catch let fault as MessageFault {
            return fault.reason.rawValue
        } catch let fault as PrekeyFault {
            return fault.reason.rawValue
        }
    }

    /// Reads and checks a structure, and writes it again.
    private static func read(
        _ bytes: [UInt8], _ structure: Structure, _ record: DeviceRecord?, _ account: AccountID?
    ) throws -> [UInt8] {
        switch structure {
        case .envelope:
            let envelope = try Envelope.decode(bytes)
            try envelope.message.check(sender: try #require(record))
            return envelope.bytes
        case .delivered:
            let message = try DeliveredMessage(bytes)
            try message.check(sender: try #require(record))
            _ = try message.delivery.devices()
            return message.bytes
        case .upload:
            let upload = try PrekeyUpload.decode(bytes)
            try upload.statement.check(of: try #require(record), in: try #require(account))
            return upload.bytes
        case .prekey:
            let prekey = try Prekey(bytes)
            try prekey.check(of: try #require(record), in: try #require(account))
            return prekey.bytes
        case .claim: return try PrekeyClaim(bytes).bytes
        case .bundle: return try PrekeyBundle(bytes).bytes
        case .stock: return try PrekeyStock(bytes).bytes
        case .result: return try PrekeyUploadResult(bytes).bytes
        case .receipt:
            let receipt = try SignedReceipt(bytes)
            try receipt.check(of: try #require(record))
            return receipt.bytes
        }
    }
}
