import FoundationEssentials
import Glibc
import HoldfastCore
import Testing

@testable import HoldfastCLI

/// An old machine and a new one, the directory that they share, and a file for the backup.
@MainActor
final class RecoveryWorld {
    let devices = DeviceWorld()

    var old: Workplace { devices.first }
    var new: Workplace { devices.second }
    /// Where the backup goes.
    var file: String { old.folder + "/backup.hfb" }

    // Of the BIP-39 test vectors: they protect nothing.
    static let words =
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
    static let otherWords =
        "legal winner thank year wave sausage worth useful legal winner thank yellow"

    /// Runs a command line whose phrase comes through a descriptor.
    func run(
        _ line: String, on place: Workplace, phrase: String = words, terminal: [String]? = nil,
        at seconds: Int64? = nil
    ) async -> Workplace.Outcome {
        await run(
            line, on: place, phrase: phrase, terminal: ScriptedTerminal(terminal), at: seconds)
    }

    /// The same with a terminal to look at afterwards.
    func run(
        _ line: String, on place: Workplace, phrase: String = words, terminal: ScriptedTerminal,
        at seconds: Int64? = nil
    ) async -> Workplace.Outcome {
        let clock: any WallClock = seconds.map { LateClock(seconds: $0) } ?? SystemWallClock()
        // Descriptor 0 is the test runner's own here.
        let descriptor = Workplace.descriptor(holding: Array(phrase.utf8))
        defer { close(descriptor) }
        let line = line.replacing("--phrase-fd 0", with: "--phrase-fd \(descriptor)")
        return await place.run(
            line.split(separator: " ").map { Array($0.utf8) }, terminal: terminal,
            environment: ["HOLDFAST_DIRECTORY": devices.path],
            wallClock: clock)
    }

    /// Makes the old machine a device with an item, and backs it up.
    func begin() async throws {
        _ = await old.run("set", "kept", input: Array("precious".utf8))
        _ = await old.run(
            "set", "bound", "--accessible", "whenUnlockedThisDeviceOnly",
            input: Array("here only".utf8))
        try await devices.begin("old phone", on: old)
        let outcome = await run("backup on --to \(file) --accept-loss --phrase-fd 0", on: old)
        try #require(outcome.status == 0, "\(outcome.error)")
    }

    var bytes: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: URL(filePath: file))) }
    }

    func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: file))
    }
}

/// A clock that is so many seconds ahead.
private struct LateClock: WallClock {
    let seconds: Int64

    var now: UnixTime { UnixTime(seconds: SystemWallClock().now.seconds + seconds) }
}
