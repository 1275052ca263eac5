import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite
import Testing

@testable import HoldfastLinux

/// Negative test 3, and what else somebody with the file and SQLite can do to its rows.
@Suite("Rows of the vault changed behind its back")
struct VaultRowDamageTests {
    private let test: TestVault
    private let first: ItemKey
    private let second: ItemKey
    private let absent: ItemKey

    init() throws {
        test = try TestVault()
        first = try key("first")
        absent = try key("absent")
        // What shares a bucket is damaged together, so the second item has another one.
        let vault = test.open()
        let range = BucketPlace.range(of: try Self.id(first, vault))
        var number = 0
        var candidate: ItemKey
        repeat {
            number += 1
            candidate = try key("second-\(number)")
        } while BucketPlace.range(of: try Self.id(candidate, vault)) == range
        second = candidate
    }

    private static func id(_ key: ItemKey, _ vault: LinuxVault) throws -> [UInt8] {
        try vault.locked { (core) throws(KeychainError) in
            let vault = try core.vaultOrNew()
            return try vault.snapshot { () throws(KeychainError) in
                try core.indexKeys(vault).id(of: key)
            }
        }
    }

    private func id(_ key: ItemKey) throws -> [UInt8] { try Self.id(key, test.open()) }

    /// Fills the range of an item until it is split into parts under a node.
    private func split(_ key: ItemKey) async throws {
        let vault = test.open()
        let range = BucketPlace.range(of: try id(key))
        var (count, number) = (0, 0)
        while count <= TreeRoot.wholeRangeLimit {
            number += 1
            let other = try HoldfastLinuxTests.key("filler-\(number)")
            guard BucketPlace.range(of: try Self.id(other, vault)) == range else { continue }
            try await vault.write(SecretBytes([]), for: other)
            count += 1
        }
        #expect(try nodeCount() == 1)
    }

    private func nodeCount() throws -> Int64? {
        try Connection(path: test.database).prepare("SELECT count(*) FROM node")
            .firstRow { $0.int64(0) }
    }

    private func fill() async throws {
        let vault = test.open()
        try await vault.write(SecretBytes(utf8: "one"), for: first)
        try await vault.write(SecretBytes(utf8: "two"), for: second)
    }

    /// Changes the file with SQLite, as an attacker with a shell would.
    private func sql(_ statements: String..., bind: [Statement.Binding] = []) throws {
        let connection = try Connection(path: test.database)
        for statement in statements { try connection.prepare(statement).run(bind) }
        try connection.close()
    }

    private func row(
        _ table: String, _ id: Statement.Binding
    ) throws -> [Statement.Binding] {
        let connection = try Connection(path: test.database)
        let select = try connection.prepare("SELECT * FROM \(table) WHERE id = ?1")
        switch id {
        case .blob(let blob): try select.bind(1, blob: blob)
        case .int64(let number): try select.bind(1, int64: number)
        default: Issue.record("ids are blobs or numbers")
        }
        let columns: Int32 =
            switch table {
            case "item": 12
            case "root": 6
            default: 2
            }
        return try #require(
            try select.firstRow { row in
                (0..<columns).map { column in
                    row.columnType(column) == .integer
                        ? .int64(row.int64(column)) : .blob(row.blob(column))
                }
            })
    }

    private func put(_ table: String, _ row: [Statement.Binding]) throws {
        let places = row.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        try sql("INSERT OR REPLACE INTO \(table) VALUES (\(places))", bind: row)
    }

    /// Reads of an item and the whole list say damage; an item that is not touched may be read.
    private func expectDamage(_ key: ItemKey) async throws {
        for vault in [test.open(), test.open()] {
            expectDamaged { () throws(KeychainError) in try vault.readWithoutPrompt(key) }
            expectDamaged { () throws(KeychainError) in try vault.containsWithoutPrompt(key) }
            expectDamaged { () throws(KeychainError) in try vault.listWithoutPrompt(service: nil) }
            expectDamaged { () throws(KeychainError) in try checkAll(vault) }
        }
        let error = await #expect(throws: KeychainError.self) {
            try await test.open().readOrCreate(key) { () throws(KeychainError) in
                Issue.record("an item was created in the place of a damaged one")
                return SecretBytes([])
            }
        }
        #expect(error?.code == .dataCorrupted)
    }

    private func checkAll(_ vault: LinuxVault) throws(KeychainError) -> Int {
        try vault.locked { (core) throws(KeychainError) in try core.checkAll().items }
    }

    private func expectDamaged<R>(_ body: () throws(KeychainError) -> R) {
        let error = #expect(throws: KeychainError.self) { try body() }
        #expect(error?.code == .dataCorrupted)
    }

    // MARK: - One row

    @Test("P1: an item's row copied over another's")
    func copied() async throws {
        try await fill()
        var copy = try row("item", .blob(try id(first)))
        copy[0] = .blob(try id(second))
        try put("item", copy)
        try await expectDamage(second)
        #expect(try test.open().readWithoutPrompt(first)?.value == SecretBytes(utf8: "one"))
    }

    @Test("P1: an old row put back whole")
    func oldRow() async throws {
        try await fill()
        let old = try row("item", .blob(try id(first)))
        try await test.open().write(SecretBytes(utf8: "newer"), for: first)
        try put("item", old)
        try await expectDamage(first)
        #expect(try test.open().readWithoutPrompt(second)?.value == SecretBytes(utf8: "two"))
    }

    @Test(
        "P1: an old row put back with its entry, with all of its range, and with the root",
        arguments: 0...3)
    func oldRowAndTree(levels: Int) async throws {
        try await fill()
        if levels > 0 { try await split(first) }
        let range = BucketPlace.range(of: try id(first))
        // A row has its entry in itself.
        var old = [("item", try row("item", .blob(try id(first))))]
        if levels > 1 { old.append(("node", try row("node", .int64(Int64(range.index))))) }
        if levels > 2 { old.append(("root", try row("root", .int64(1)))) }
        try await test.open().write(SecretBytes(utf8: "newer"), for: first)
        for (table, row) in old { try put(table, row) }
        // With the root too, the state is a true older one: the sequence file tells.
        try await expectDamage(first)
    }

    @Test("P1: an old row put back with the root in a small vault")
    func oldRowAndRoot() async throws {
        try await fill()
        let old = [
            ("item", try row("item", .blob(try id(first)))),
            ("root", try row("root", .int64(1))),
        ]
        try await test.open().write(SecretBytes(utf8: "newer"), for: first)
        for (table, row) in old { try put(table, row) }
        try await expectDamage(first)
    }

    @Test("P1: a row removed, alone and with what the tree says of it", arguments: 0...4)
    func removed(levels: Int) async throws {
        try await fill()
        if levels > 0 { try await split(first) }
        let range = BucketPlace.range(of: try id(first))
        try sql("DELETE FROM item WHERE id = ?1", bind: [.blob(try id(first))])
        if levels > 1 {
            try sql("DELETE FROM node WHERE id = ?1", bind: [.int64(Int64(range.index))])
        }
        if levels > 2 {
            try sql(
                "DELETE FROM item WHERE id BETWEEN ?1 AND ?2",
                bind: [.blob(range.firstID), .blob(range.lastID)])
        }
        if levels > 3 { try sql("DELETE FROM root") }
        try await expectDamage(first)
    }

    @Test("P1: all items removed with all nodes, zeros in the root")
    func emptied() async throws {
        try await fill()
        try await split(first)
        try sql(
            "DELETE FROM item", "DELETE FROM node", "UPDATE root SET ranges = zeroblob(1024)")
        try await expectDamage(first)
    }

    @Test(
        "P1: a change of an entry alone, in a range and in a part of one",
        arguments: [
            "tag = zeroblob(16)", "digest = zeroblob(32)", "tag = x''", "digest = x''",
        ], [false, true])
    func entry(change: String, isSplit: Bool) async throws {
        try await fill()
        if isSplit { try await split(first) }
        try sql("UPDATE item SET \(change) WHERE id = ?1", bind: [.blob(try id(first))])
        try await expectDamage(first)
        #expect(try test.open().readWithoutPrompt(second)?.value == SecretBytes(utf8: "two"))
    }

    @Test("P1: a node that is changed, emptied, or made where the range is not split")
    func node() async throws {
        try await fill()
        let range = Int64(BucketPlace.range(of: try id(first)).index)
        try sql("INSERT INTO node VALUES (?1, zeroblob(1024))", bind: [.int64(range)])
        try await expectDamage(first)
        try sql("DELETE FROM node")
        #expect(try test.open().readWithoutPrompt(first)?.value == SecretBytes(utf8: "one"))
        try await split(first)
        // The last one exchanges MACs within the node.
        for change in [
            "zeroblob(1024)", "x''", "CAST(substr(parts, 17) || substr(parts, 1, 16) AS BLOB)",
        ] {
            let good = try row("node", .int64(range))
            try sql("UPDATE node SET parts = \(change)")
            try await expectDamage(first)
            try put("node", good)
        }
        #expect(try test.open().readWithoutPrompt(first)?.value == SecretBytes(utf8: "one"))
    }

    @Test("a range that is split keeps all its items, and goes when they go")
    func splitAndEmptied() async throws {
        try await fill()
        try await split(first)
        let vault = test.open()
        #expect(try vault.readWithoutPrompt(first)?.value == SecretBytes(utf8: "one"))
        #expect(try checkAll(vault) == TreeRoot.wholeRangeLimit + 3)
        for item in try vault.listWithoutPrompt(service: nil) where item.key != second {
            #expect(try vault.removeWithoutPrompt(item.key))
        }
        #expect(try nodeCount() == 0)
        #expect(try checkAll(test.open()) == 1)
        try await vault.write(SecretBytes(utf8: "again"), for: first)
        #expect(try nodeCount() == 0)
        #expect(try checkAll(test.open()) == 2)
    }

    @Test("P1: two rows exchanged")
    func exchanged() async throws {
        try await fill()
        let ids = (try id(first), try id(second))
        var rows = (try row("item", .blob(ids.0)), try row("item", .blob(ids.1)))
        (rows.0[0], rows.1[0]) = (.blob(ids.1), .blob(ids.0))
        try put("item", rows.0)
        try put("item", rows.1)
        try await expectDamage(first)
        try await expectDamage(second)
    }

    @Test("a stray row is no item, and the list says so")
    func stray() async throws {
        try await fill()
        var copy = try row("item", .blob(try id(first)))
        copy[0] = .blob(try id(absent))
        try put("item", copy)
        try await expectDamage(absent)
    }

    @Test(
        "P1: a single column changed",
        arguments: [
            "version = version + 1", "version = -1", "state = 1", "state = 2", "class = 4",
            "class = 99",
            "generation = 2", "generation = -1", "gate = 1", "salt = zeroblob(32)", "salt = x''",
            "metadata = zeroblob(length(metadata))", "metadata = x''",
            "value_digest = zeroblob(32)",
            "value = zeroblob(length(value))", "value = x''", "value = zeroblob(2000000)",
        ])
    func column(change: String) async throws {
        try await fill()
        try sql("UPDATE item SET \(change) WHERE id = ?1", bind: [.blob(try id(first))])
        let vault = test.open()
        expectDamaged { () throws(KeychainError) in try vault.readWithoutPrompt(first) }
        expectDamaged { () throws(KeychainError) in try checkAll(vault) }
        #expect(try vault.readWithoutPrompt(second)?.value == SecretBytes(utf8: "two"))
    }

    // MARK: - The vault's record of itself

    @Test("both format numbers higher: a newer format, refused and untouched")
    func newerFormat() async throws {
        try await fill()
        try sql("UPDATE vault SET format = 3", "PRAGMA user_version = 3")
        let before = try Files.contents(of: test.location.directory)
        for vault in [test.open(), test.open()] {
            let error = #expect(throws: KeychainError.self) { try vault.readWithoutPrompt(first) }
            #expect(error?.code == .unsupported)
            let refusal = await #expect(throws: KeychainError.self) {
                try await vault.write(SecretBytes([]), for: absent)
            }
            #expect(refusal?.code == .unsupported)
        }
        #expect(try Files.contents(of: test.location.directory) == before)
    }

    @Test("both format numbers higher, but not the tables: damage")
    func newerFormatWithoutTables() async throws {
        try await fill()
        try sql("UPDATE vault SET format = 2", "PRAGMA user_version = 2")
        let error = #expect(throws: KeychainError.self) {
            try test.open().readWithoutPrompt(first)
        }
        #expect(error?.code == .dataCorrupted)
    }

    @Test(
        "one format number alone is damage",
        arguments: [
            "UPDATE vault SET format = 2", "PRAGMA user_version = 2",
            "UPDATE vault SET format = -1",
            "PRAGMA user_version = 0", "PRAGMA application_id = 0", "DELETE FROM vault",
        ])
    func contradiction(change: String) async throws {
        try await fill()
        try sql(change)
        try await expectDamage(first)
    }

    @Test(
        "costs of the passcode out of bounds are refused before any memory is taken",
        arguments: [
            (1, 3), (8_191, 3), (1_048_577, 3), (4_000_000_000, 3), (-1, 3), (65_536, 0),
            (65_536, 17), (65_536, -1), (65_536, 1 << 40),
        ])
    func costs(memoryKiB: Int64, iterations: Int64) async throws {
        try await fill()
        let passcode = SecretBytes(utf8: "1234")
        try await test.open().setPasscode(passcode)
        try sql(
            "UPDATE vault SET kdf_memory_kib = ?1, kdf_iterations = ?2",
            bind: [.int64(memoryKiB), .int64(iterations)])
        let before = try Files.contents(of: test.location.directory)
        let error = await #expect(throws: KeychainError.self) {
            try await test.open().unlock(with: passcode)
        }
        #expect(error?.code == .dataCorrupted)
        #expect(try Files.contents(of: test.location.directory) == before)
        try await expectDamage(first)
    }

    @Test(
        "a record of tries with absurd numbers neither stops the program nor lets a try pass",
        arguments: [
            "failures = 9223372036854775807", "failures = -9223372036854775808",
            "wall_seconds = -9223372036854775808", "wall_seconds = 9223372036854775807",
            "boot_seconds = -9223372036854775808", "boot_seconds = 9223372036854775807",
        ])
    func tries(change: String) async throws {
        let passcode = SecretBytes(utf8: "1234")
        try await test.open().setPasscode(passcode)
        await #expect(throws: KeychainError.self) {
            try await test.open().unlock(with: SecretBytes(utf8: "wrong"))
        }
        for bootID in ["A", "another"] {
            try sql("UPDATE attempt SET failures = 9, boot_id = '\(bootID)'")
            try sql("UPDATE attempt SET \(change)")
            do throws(KeychainError) {
                try await test.open().unlock(with: passcode)
            } catch {
                #expect(error.code == .lockout)
            }
            _ = try await test.open().status()
            // The longest delay is five minutes, whatever the record says.
            try sql("UPDATE attempt SET failures = 9, boot_id = '\(bootID)'")
            try sql("UPDATE attempt SET \(change)")
            test.clock.advance(by: .seconds(301))
            try await test.open().unlock(with: passcode)
        }
    }

    @Test("one damaged value keeps no change of the passcode and no other item from working")
    func damagedWhileKeysChange() async throws {
        let (old, new) = (SecretBytes(utf8: "old"), SecretBytes(utf8: "new"))
        try await test.open().setPasscode(old)
        try await fill()
        try sql(
            "UPDATE item SET value = zeroblob(length(value)) WHERE id = ?1",
            bind: [.blob(try id(first))])
        let vault = test.open()
        // The passcode is changed, so the call must say so; what is left over is a warning.
        try await vault.changePasscode(from: old, to: new, isLeaked: true)
        #expect(!vault.warnings.isEmpty)
        #expect(try await vault.status().retiringKeyCount > 0)
        try await test.open().unlock(with: new)
        try await expectOthersWork()
        #expect(try await vault.removePasscode(new) == 0)
        try await expectOthersWork()
        // Once the damaged item is replaced, the old keys go with the next write.
        try await test.open().write(SecretBytes(utf8: "mended"), for: first)
        try await test.open().write(SecretBytes(utf8: "more"), for: second)
        #expect(try await test.open().status().retiringKeyCount == 0)
        #expect(try checkAll(test.open()) == 2)
    }

    private func expectOthersWork() async throws {
        expectDamaged { () throws(KeychainError) in try test.open().readWithoutPrompt(first) }
        try await test.open().write(SecretBytes(utf8: "2"), for: second)
        #expect(try test.open().readWithoutPrompt(second)?.value == SecretBytes(utf8: "2"))
    }

    // MARK: - The schema

    @Test(
        "what does not belong into the schema is refused",
        arguments: [
            "CREATE TABLE extra (x)", "CREATE VIEW extra AS SELECT * FROM item",
            "CREATE INDEX extra ON item (version)",
            "CREATE TRIGGER extra AFTER INSERT ON root BEGIN DELETE FROM item; END",
            "ALTER TABLE item ADD COLUMN extra INTEGER", "ALTER TABLE node RENAME TO knot",
            "DROP TABLE attempt",
        ])
    func schema(change: String) async throws {
        try await fill()
        try sql(change)
        try await expectDamage(first)
        expectDamaged { () throws(KeychainError) in
            try test.open().writeWithoutPrompt(SecretBytes([]), for: absent, options: .standard)
        }
    }

    @Test("P1: a table under the vault's name that is only a view of it is refused")
    func maskedTable() async throws {
        try await fill()
        try sql(
            "ALTER TABLE item RENAME TO hidden",
            "CREATE VIEW item AS SELECT * FROM hidden WHERE version > 1")
        try await expectDamage(first)
    }

    @Test("a trigger planted while the vault is open does not run")
    func plantedLater() async throws {
        try await fill()
        let vault = test.open()
        #expect(try vault.readWithoutPrompt(first) != nil)
        try sql("CREATE TRIGGER extra AFTER INSERT ON root BEGIN DELETE FROM item; END")
        try await vault.write(SecretBytes(utf8: "three"), for: second)
        #expect(try vault.readWithoutPrompt(first)?.value == SecretBytes(utf8: "one"))
        #expect(try vault.readWithoutPrompt(second)?.value == SecretBytes(utf8: "three"))
    }
}
