import FoundationEssentials
import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastCLI

/// Machines with a vault each, and one directory that they share.
@MainActor
final class DeviceWorld {
    /// The machine whose folder the directory is in.
    let first = Workplace()
    let second = Workplace()

    var path: String { first.folder + "/devices" }

    /// Runs `holdfast device …` on a machine, with the shared directory.
    func device(
        _ words: String..., on place: Workplace, input: [UInt8] = [], terminal: [String]? = nil
    ) async -> Workplace.Outcome {
        await place.run(
            (["device"] + words).map { Array($0.utf8) }, input: input,
            terminal: ScriptedTerminal(terminal), environment: ["HOLDFAST_DIRECTORY": path])
    }

    /// Makes a machine the first device of an account, and gives the account's id.
    @discardableResult
    func begin(_ name: String, on place: Workplace, passcode: String? = nil) async throws -> String
    {
        if let passcode { try await setPasscode(passcode, on: place) }
        let outcome = await device(
            "init", "--name", name, "--json", on: place, terminal: passcode.map { [$0] })
        try #require(outcome.status == 0, "\(outcome.error)")
        return try Self.member("account", of: outcome)
    }

    func setPasscode(_ passcode: String, on place: Workplace) async throws {
        let outcome = await place.run("passcode", "set", terminal: [passcode, passcode, "n"])
        try #require(outcome.status == 0, "\(outcome.error)")
    }

    /// Lets a machine into the account of another one.
    func join(
        _ name: String, _ place: Workplace, account: String, approvedOn other: Workplace,
        passcode: String? = nil, approverPasscode: String? = nil
    ) async throws {
        if let passcode { try await setPasscode(passcode, on: place) }
        let asked = await device(
            "request", "--account", account, "--name", name, "--json", on: place,
            terminal: passcode.map { [$0] })
        try #require(asked.status == 0, "\(asked.error)")
        let approved = await device(
            "approve", "-", "--comparison", try Self.member("comparison", of: asked), on: other,
            input: Array(try Self.member("request", of: asked).utf8),
            terminal: approverPasscode.map { [$0] })
        try #require(approved.status == 0, "\(approved.error)")
        let shown = await device("show", "--json", on: place)
        try #require(shown.status == 0, "\(shown.error)")
    }

    /// A machine's own device id.
    func id(of place: Workplace) async throws -> String {
        try Self.member("device", of: await device("show", "--json", on: place))
    }

    /// The text of a member of the first object in a JSON result.
    static func member(_ name: String, of outcome: Workplace.Outcome) throws -> String {
        let start = try #require(
            outcome.text.components(after: "\"\(name)\":\"").first, "\(outcome.text)")
        return String(start.prefix { $0 != "\"" })
    }
}

extension DeviceWorld {
    /// The bytes of the directory.
    var bytes: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: URL(filePath: path))) }
    }

    /// Writes the directory, or another one.
    func write(_ bytes: [UInt8], to other: String? = nil) throws {
        try Data(bytes).write(to: URL(filePath: other ?? path))
    }

    /// Takes the file away.
    func remove() throws {
        try FileManager.default.removeItem(atPath: path)
    }

    /// A machine with copies of all that another one has.
    static func twin(of place: Workplace) throws -> Workplace {
        let twin = Workplace()
        for folder in ["vault", "state"] {
            try copy(place.folder + "/" + folder, twin.folder + "/" + folder)
        }
        return twin
    }

    /// Copies a file or a folder; what is above it is made.
    static func copy(_ source: String, _ target: String) throws {
        let above = URL(filePath: target).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: source, toPath: target)
    }

    /// The records of the directory, in order.
    var records: [[UInt8]] {
        get throws {
            var rest = try bytes[...].dropFirst(DirectoryContent.header.count)
            var records: [[UInt8]] = []
            while !rest.isEmpty {
                let head = rest.prefix(DirectoryRecord.headCount)
                let length = try #require(DirectoryRecord.length(in: head))
                let size = length + DirectoryRecord.headCount + DirectoryRecord.checkCount
                records.append(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            return records
        }
    }

    /// Writes a directory of these records.
    func write(records: [[UInt8]]) throws {
        try write(DirectoryContent.header + records.flatMap(\.self))
    }

    /// Whether a record is an entry of a log.
    static func isEntry(_ record: [UInt8]) -> Bool {
        record[DirectoryRecord.headCount] == 1
    }
}

extension String {
    /// What stands behind each place where a text is found.
    func components(after text: String) -> [String] {
        split(separator: text, omittingEmptySubsequences: false).dropFirst().map(String.init)
    }
}
