#if os(Linux)
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration
import Testing

/// Entries of the real `pass`, encrypted by the real GnuPG for a key that nobody else has.
@Suite("The standard Unix password manager", .serialized)
struct PasswordStoreTests {
    private let store = MemoryStore()

    private func value(_ name: String) async throws -> SecretBytes? {
        try await store.read(ItemKey(service: "pass", account: name))?.value
    }

    @Test("Entries move by their paths, with all their lines, and a dry run decrypts nothing")
    func entries() async throws {
        let home = try PasswordStoreHome()
        try home.insert("mail/work", "secret\nuser: ann\n\n")
        try home.insert("ünï code", "no newline")
        let dry = try await Migration(
            from: home.source(without: "gpg"), to: store
        ).run(.init(isDryRun: true, removesSource: true))
        #expect(dry.count(of: .wouldMove) == 2)
        let migration = Migration(from: home.source(), to: store)
        let report = try await migration.run()
        #expect(report.records.map(\.name) == ["mail/work", "ünï code"])
        #expect(report.isComplete && report.removedCount == 0)
        #expect(try await value("mail/work") == SecretBytes(utf8: "secret\nuser: ann\n\n"))
        #expect(try await value("ünï code") == SecretBytes(utf8: "no newline"))
        let second = try await migration.run(.init(removesSource: true))
        #expect(second.count(of: .alreadyThere) == 2 && second.removedCount == 2)
        #expect(try await migration.run().records.isEmpty)
    }

    @Test("P2: an entry that does not decrypt stays, is reported, and stops no other")
    func damaged() async throws {
        let home = try PasswordStoreHome()
        try home.insert("good", "v")
        try home.insert("bad", "a longer value")
        let file = home.store + "/bad.gpg"
        let bytes = try #require(try Files.read(file))
        try Files.patch(file, at: bytes.count - 4, [bytes[bytes.count - 4] ^ 1])
        let report = try await Migration(from: home.source(), to: store)
            .run(.init(removesSource: true))
        #expect(report.records.map(\.outcome) == [.failed, .moved])
        #expect(report.records.first?.error?.code == .authFailed)
        #expect(access(file, F_OK) == 0)
        #expect(try await value("bad") == nil)
    }

    @Test("What is behind a linked folder is reported, and files of others are none of its")
    func strangers() async throws {
        let home = try PasswordStoreHome()
        symlink("/usr", home.store + "/linked")
        symlink("nowhere", home.store + "/dangling.gpg")
        mkdir(home.store + "/.git", 0o700)
        try Files.write([1], to: home.store + "/.git/a.gpg")
        try Files.write([1], to: home.store + "/notes.txt")
        let listing = try await home.source().listing()
        #expect(listing.items.isEmpty)
        #expect(Set(listing.obstacles.map(\.name)) == ["linked", "dangling.gpg"])
    }

    @Test("Without a store, without GnuPG, it says so")
    func missing() async throws {
        let home = try PasswordStoreHome()
        try home.insert("a", "v")
        let item = try #require(try await home.source().listing().items.first)
        let withoutProgram = await Self.code { () async throws(KeychainError) in
            _ = try await home.source(without: "gpg").read(item)
        }
        #expect(withoutProgram == .unsupported)
        let withoutStore = await Self.code { () async throws(KeychainError) in
            let entries = [Array("HOME=/nonexistent".utf8)]
            _ = try await PasswordStoreSource(environment: entries).listing()
        }
        #expect(withoutStore == .unsupported)
    }

    private static func code(
        _ body: () async throws(KeychainError) -> Void
    ) async -> KeychainError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return error.code
        }
    }
}

/// A home with a key of GnuPG and a password store; its agent is ended with it.
private final class PasswordStoreHome {
    private let folder: Folder
    private let environment: [String]

    var store: String { folder.path + "/store" }

    init() throws {
        folder = try Folder()
        environment = [
            "HOME=\(folder.path)", "GNUPGHOME=\(folder.path)/gnupg", "PATH=/usr/bin:/bin",
            "PASSWORD_STORE_DIR=\(folder.path)/store", "LC_ALL=C.UTF-8",
        ]
        mkdir(folder.path + "/gnupg", 0o700)
        try run([
            "gpg", "--quiet", "--batch", "--passphrase", "", "--quick-generate-key",
            "Test <test@example.org>", "default", "default", "never",
        ])
        try run(["pass", "init", "test@example.org"])
    }

    deinit {
        do {
            try run(["gpgconf", "--kill", "gpg-agent"])
        } catch {
            Issue.record("the agent of a test could not be ended")
        }
    }

    func insert(_ name: String, _ value: String) throws {
        try run(["pass", "insert", "--multiline", name], input: value)
    }

    /// The source, or one that finds no GnuPG.
    func source(without program: String? = nil) -> PasswordStoreSource {
        let entries = environment.map { entry in
            program != nil && entry.hasPrefix("PATH=") ? "PATH=bin:\(folder.path)" : entry
        }
        return PasswordStoreSource(environment: entries.map { Array($0.utf8) })
    }

    private func run(_ words: [String], input: String = "") throws {
        let process = try ChildProcess(path: "/usr/bin/env", ["-i"] + environment + words)
        try process.write(input)
        process.closeInput()
        _ = try process.readLines()
        guard try process.wait() == .exit(0) else {
            throw Desktop.ProgramFailed(program: words[0])
        }
    }
}
#endif
