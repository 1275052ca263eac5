import CrashSupport
import FoundationEssentials
import HoldfastCore
import Testing

@testable import HoldfastCLI

/// The backup at the command line, in a file.
@MainActor
@Suite struct BackupCommandTests {
    private let world = RecoveryWorld()

    @Test("Nothing is switched on before the person was told what a lost phrase means")
    func acknowledgement() async throws {
        try await world.devices.begin("old phone", on: world.old)
        let line = "backup on --to \(world.file)"
        let refused = ScriptedTerminal(["n"])
        let outcome = await world.run(line, on: world.old, terminal: refused)
        #expect(outcome.status == 4, "\(outcome.error)")
        #expect(refused.questions.contains { $0.contains("A lost phrase is a lost backup") })
        #expect(!FileManager.default.fileExists(atPath: world.file))
        #expect(await world.run("backup status", on: world.old).status == 1)
        #expect(await world.run(line + " --phrase-fd 0", on: world.old).status == 4)
        let agreed = await world.run(line, on: world.old, terminal: ["y", RecoveryWorld.words])
        #expect(agreed.status == 0, "\(agreed.error)")
        #expect(await world.run("backup status", on: world.old).status == 0)
        let shown = await world.run("device show", on: world.old)
        #expect(shown.text.contains("recovery: a phrase is set"))
    }

    @Test("P9: The status fails when the last good backup is three days old, and says why")
    func health() async throws {
        try await world.begin()
        let day: Int64 = 86_400
        #expect(await world.run("backup status", on: world.old, at: 2 * day).status == 0)
        let old = await world.run("backup status --json", on: world.old, at: 4 * day)
        #expect(old.status == 9 && old.text.contains("\"state\":\"tooOld\""), "\(old.text)")
        // A place where nothing can be written.
        try FileManager.default.removeItem(atPath: world.file)
        try FileManager.default.createDirectory(
            atPath: world.file, withIntermediateDirectories: false)
        let failed = await world.run("backup now", on: world.old)
        #expect(failed.status != 0 && failed.text.isEmpty)
        #expect(await world.run("backup status", on: world.old).status == 0)
        let failing = await world.run("backup status --json", on: world.old, at: 4 * day)
        #expect(failing.status == 9 && failing.text.contains("\"state\":\"failing\""))
        #expect(!failing.text.contains("\"failingSince\":null"))
    }

    @Test("P8: The file holds neither words nor values, and belongs to its owner alone")
    func sealed() async throws {
        try await world.begin()
        let bytes = try world.bytes
        for text in ["precious", "here only", "abandon", "old phone"] {
            #expect(!bytes.contains(text))
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: world.file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("Backups go on, are verified, and can be switched off without being lost")
    func cycle() async throws {
        try await world.begin()
        _ = await world.old.run("set", "more", input: [1])
        let now = await world.run("backup now --json", on: world.old)
        #expect(now.status == 0 && now.text.contains("\"items\":2"), "\(now.error)")
        let verified = await world.run("backup verify --json", on: world.old)
        #expect(verified.status == 0 && verified.text.contains("\"isConfirmed\":true"))
        let status = await world.run("backup status --json", on: world.old)
        #expect(!status.text.contains("\"lastVerified\":null"))
        for (row, outcome) in [
            ("backup now", now), ("backup verify", verified), ("backup status", status),
        ] {
            let lacking = try JSONNames.of(outcome.output).subtracting(JSONPage.members(of: row))
            #expect(lacking.isEmpty, "\(row) writes \(lacking.sorted())")
        }
        #expect(await world.run("backup off", on: world.old, terminal: ["n"]).status == 4)
        #expect(await world.run("backup off --yes", on: world.old).status == 0)
        #expect(await world.run("backup off --yes", on: world.old).status == 5)
        #expect(await world.run("backup now", on: world.old).status == 5)
        let words = await world.run(
            "phrase verify --from \(world.file) --phrase-fd 0", on: world.new)
        #expect(words.status == 0)
    }

    @Test("An export is a backup of its own that the same words restore, and replaces no file")
    func export() async throws {
        try await world.begin()
        let before = try world.bytes
        let path = world.old.folder + "/away.hfb"
        let outcome = await world.run("backup export --json --to \(path)", on: world.old)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(try world.bytes == before)
        let lacking = try JSONNames.of(outcome.output)
            .subtracting(JSONPage.members(of: "backup export"))
        #expect(lacking.isEmpty, "\(lacking.sorted())")
        #expect(await world.run("backup export --to \(path)", on: world.old).status == 9)
        #expect(await world.run("backup export", on: world.old).status == 2)
        // The backup that is switched on is still its own.
        let now = await world.run("backup now --json", on: world.old)
        let lineages = try [outcome, now].map { try DeviceWorld.member("lineage", of: $0) }
        #expect(now.status == 0 && lineages[0] != lineages[1], "\(now.error)")
        let restored = await world.run(
            "backup restore --from \(path) --data-only --yes --phrase-fd 0", on: world.new)
        #expect(restored.status == 0, "\(restored.error)")
        #expect(await world.new.run("get", "kept").text == "precious")
    }

    @Test("P2: A backup under another phrase, and one that is damaged, are left as they are")
    func others() async throws {
        try await world.begin()
        #expect(await world.run("backup off --yes", on: world.old).status == 0)
        let before = try world.bytes
        let line = "backup on --to \(world.file) --accept-loss --phrase-fd 0"
        let other = await world.run(line, on: world.old, phrase: RecoveryWorld.otherWords)
        #expect(other.status == 9 && other.error.contains("another phrase"), "\(other.error)")
        #expect(try world.bytes == before)
        var damaged = before
        damaged[20] ^= 1
        try world.write(damaged)
        #expect(await world.run(line, on: world.old).status == 6)
        #expect(try world.bytes == damaged)
    }

    @Test("P2: The phrase is changed, and one of the two opens the backup at any time")
    func change() async throws {
        try await world.begin()
        func opens(_ phrase: String) async -> Int32 {
            await world.run("phrase verify --phrase-fd 0", on: world.old, phrase: phrase).status
        }
        let (first, second) = (RecoveryWorld.words, RecoveryWorld.otherWords)
        let declined = ["n"]
        #expect(await world.run("phrase change", on: world.old, terminal: declined).status == 4)
        let wrong = await world.run(
            "phrase change", on: world.old, terminal: ["y", second, second])
        #expect(wrong.status == 4 && wrong.error.contains("does not open"), "\(wrong.error)")
        let same = await world.run("phrase change", on: world.old, terminal: ["y", first, first])
        #expect(same.status == 5, "\(same.error)")
        #expect(await opens(first) == 0)
        let changed = await world.run(
            "phrase change", on: world.old, terminal: ["y", first, second])
        #expect(changed.status == 0, "\(changed.error)")
        #expect(await opens(first) == 4)
        #expect(await opens(second) == 0)
        // Somebody may have seen them: another backup with a key of its own.
        let before = await world.run("backup verify --json", on: world.old)
        let leaked = await world.run(
            "phrase change --leaked", on: world.old, terminal: [second, first])
        #expect(leaked.status == 0, "\(leaked.error)")
        #expect(await opens(second) == 4)
        #expect(await opens(first) == 0)
        let after = await world.run("backup verify --json", on: world.old)
        let lineages = try [before, after].map { try DeviceWorld.member("lineage", of: $0) }
        #expect(lineages[0] != lineages[1])
    }
}

extension [UInt8] {
    /// Whether a text's bytes occur.
    fileprivate func contains(_ text: String) -> Bool {
        let needle = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: needle) }
    }
}
