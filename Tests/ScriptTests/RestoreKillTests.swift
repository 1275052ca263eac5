import CrashSupport
import Glibc
import Testing

/// The new phone, by the built tool, with sudden deaths.
@Suite("A restore that is killed")
struct RestoreKillTests {
    private static let words =
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"

    @Test("P2: A restore that is killed at any moment and started again ends with all of it")
    func kills() throws {
        let stage = try Stage()
        try Self.backUp(stage)
        var random = Rounds.generator(811)
        for round in 0..<Rounds.count(short: 3, full: 60) {
            let vault = "new\(round)"
            // Each round is a machine that was lost before the next one.
            let restore =
                "HOLDFAST_HOME=\(stage.folder)/\(vault) HOLDFAST_STATE=\(stage.folder)/s-\(vault)"
                + " HOLDFAST_DIRECTORY=\(stage.folder)/devices"
            var deaths = 0
            while deaths < 12 {
                let milliseconds = Int.random(in: 20..<900, using: &random)
                let outcome = try stage.run(
                    "echo '\(Self.words)' | \(restore) timeout -s KILL"
                        + " \(Double(milliseconds) / 1000) holdfast backup restore"
                        + " --from backup.hfb --yes --phrase-fd 0")
                if outcome.status == 0 { break }
                try #require(outcome.status == 137, "\(Self.text(outcome.error))")
                deaths += 1
            }
            let last = try stage.run(
                "echo '\(Self.words)' | \(restore) holdfast backup restore --from backup.hfb"
                    + " --yes --phrase-fd 0 --json")
            try #require(last.status == 0, "\(Self.text(last.error)) \(Rounds.note)")
            try Self.checkAll(stage, restore)
        }
    }

    /// Backs a device with many items up.
    private static func backUp(_ stage: Stage) throws {
        let made = try stage.run(
            """
            export HOLDFAST_DIRECTORY=$WORK/devices
            python3 -c 'import json; print(json.dumps({f"item{i}": "v%d" % i * 2000 for i in range(150)}))' \
                | holdfast import - && holdfast device init --name phone \
                && echo '\(words)' | holdfast backup on --to backup.hfb --accept-loss --phrase-fd 0
            """)
        try #require(made.status == 0, "\(text(made.error))")
    }

    /// Looks for everything: items, the place in the account, the backup that goes on.
    private static func checkAll(_ stage: Stage, _ machine: String) throws {
        let items = try stage.run("\(machine) holdfast ls | wc -l")
        #expect(text(items.output) == "150\n", "\(Rounds.note)")
        let value = try stage.run("\(machine) holdfast get item149")
        #expect(text(value.output) == String(repeating: "v149", count: 2_000))
        let device = try stage.run("\(machine) holdfast device show")
        #expect(device.status == 0 && text(device.output).contains("name: phone"))
        let devices = try stage.run("\(machine) holdfast device list --json")
        // One place, whatever was killed when: nobody has joined twice.
        #expect(text(devices.output).components(separatedBy: "\"isActive\":true").count == 2)
        let backup = try stage.run("\(machine) holdfast backup now")
        #expect(backup.status == 0, "\(text(backup.error)) \(Rounds.note)")
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }
}
