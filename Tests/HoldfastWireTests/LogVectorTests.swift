import FoundationEssentials
import HoldfastCrypto
import HoldfastWire
import Testing

/// Logs that every implementation must judge alike, in `Fixtures/device-log.json`.
///
/// `HOLDFAST_RECORD_GOLDEN=1` makes them anew, which is right only before a format is released.
@Suite("Vectors of the device log")
struct LogVectorTests {
    /// A log and what a reader must say of it.
    struct Vector: Codable, Equatable {
        let name: String
        /// Each entry as it is sent, in hexadecimal.
        let entries: [String]
        /// `valid`, the reason of a `WireError`, or the reason of a `LogError`.
        let result: String
        /// The name of the newest entry of a valid log, in hexadecimal.
        let head: String?
        /// The ids of the devices that a valid log ends with, in order.
        let devices: [String]?
    }

    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "Fixtures/device-log.json")

    @Test("Each log is judged as its vector says")
    func vectors() throws {
        if ProcessInfo.processInfo.environment["HOLDFAST_RECORD_GOLDEN"] == "1" {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            let data = try encoder.encode(try LogVectors.make())
            try (data + Data([0x0a])).write(to: Self.file)
        }
        let data = try Data(contentsOf: Self.file)
        let vectors = try JSONDecoder().decode([Vector].self, from: data)
        #expect(vectors.count == 24)
        #expect(Set(vectors.map(\.name)).count == vectors.count)
        for vector in vectors {
            #expect(Self.judge(vector.entries, named: vector.name) == vector)
        }
    }

    /// What this implementation says.
    static func judge(_ entries: [String], named name: String) -> Vector {
        var log: DeviceLog?
        var result = "valid"
        do {
            for entry in entries {
                let signed = try SignedLogEntry(Hex.bytes(entry))
                if log == nil {
                    log = try DeviceLog(genesis: signed)
                } else {
                    try log?.append(signed)
                }
            }
        } catch let error as WireError {
            result = error.reason.rawValue
        } catch let error as LogError {
            result = error.reason.rawValue
        } catch {
            result = "\(error)"
        }
        let isValid = result == "valid"
        return Vector(
            name: name, entries: entries, result: result,
            head: isValid ? log.map { Hex.text($0.head.hash.bytes) } : nil,
            devices: isValid ? log?.facts.activeDevices.map { Hex.text($0.id.bytes) } : nil)
    }
}
