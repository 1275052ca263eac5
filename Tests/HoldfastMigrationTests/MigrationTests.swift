import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration
import Testing

@Suite("The migration engine")
struct MigrationTests {
    private let store = MemoryStore()
    private let removing = MigrationOptions(removesSource: true)

    private func key(_ name: String, service: String = "s") throws -> ItemKey {
        try ItemKey(service: service, account: name)
    }

    @Test("P2: each item is copied and read back, and the source kept unless told otherwise")
    func copies() async throws {
        let source = ListedSource("a", "b")
        let report = try await Migration(from: source, to: store).run()
        #expect(report.records.map(\.outcome) == [.moved, .moved])
        #expect(report.isComplete && report.removedCount == 0)
        for name in ["a", "b"] {
            let value = try await store.read(key(name))?.value
            #expect(value == SecretBytes(utf8: "value of \(name)"))
        }
        #expect(source.calls == ["list", "read a", "read b"])
    }

    @Test("A second run finds everything there and finishes what the first left")
    func again() async throws {
        let source = ListedSource("a", "b")
        _ = try await Migration(from: source, to: store).run()
        let before = try await store.attributes(of: key("a"))
        let report = try await Migration(from: source, to: store).run(removing)
        #expect(report.records.map(\.outcome) == [.alreadyThere, .alreadyThere])
        #expect(report.removedCount == 2)
        #expect(source.handles.isEmpty)
        #expect(try await store.attributes(of: key("a")) == before)
        #expect(try await Migration(from: source, to: store).run(removing).records.isEmpty)
    }

    @Test("P2: another value under the name is a conflict, and both stay as they are")
    func conflict() async throws {
        let source = ListedSource("a", "b")
        try await store.write(SecretBytes(utf8: "mine"), for: key("a"))
        let report = try await Migration(from: source, to: store).run(removing)
        #expect(report.records.map(\.outcome) == [.conflict, .moved])
        #expect(!report.isComplete)
        #expect(source.handles == ["a"])
        #expect(try await store.read(key("a"))?.value == SecretBytes(utf8: "mine"))
        #expect(!source.calls.contains("remove a"))
    }

    @Test("A dry run reads no value and changes nothing")
    func dryRun() async throws {
        let source = ListedSource("a", "b")
        try await store.write(SecretBytes(utf8: "mine"), for: key("b"))
        let options = MigrationOptions(isDryRun: true, removesSource: true)
        let report = try await Migration(from: source, to: store).run(options)
        #expect(report.records.map(\.outcome) == [.wouldMove, .wouldCompare])
        #expect(report.isDryRun && report.removedCount == 0)
        #expect(source.calls == ["list"])
        #expect(try await store.list(service: nil).count == 1)
    }

    @Test("Items of one name are left alone, all of them")
    func ambiguous() async throws {
        let source = ListedSource([
            ("1", "s", "a", "one"), ("2", "t", "a", "two"), ("3", "s", "b", "three"),
        ])
        let options = MigrationOptions(removesSource: true, service: "all")
        let report = try await Migration(from: source, to: store).run(options)
        #expect(report.count(of: .ambiguous) == 2)
        #expect(report.count(of: .moved) == 1)
        #expect(source.handles == ["1", "2"])
        #expect(try await store.read(key("a", service: "all")) == nil)
    }

    @Test("P2: a source that changes between copy and removal keeps its new value")
    func changed() async throws {
        let source = ListedSource("a")
        source.afterNextRead { source.set("a", "newer") }
        let report = try await Migration(from: source, to: store).run(removing)
        #expect(report.records.map(\.outcome) == [.changed])
        #expect(source.handles == ["a"])
        #expect(!source.calls.contains("remove a"))
    }

    @Test("An item that went away is reported and none of another name made of it")
    func gone() async throws {
        let source = ListedSource("a", "b")
        source.afterNextRead { source.set("b", nil) }
        let report = try await Migration(from: source, to: store).run()
        #expect(report.records.map(\.outcome) == [.moved, .changed])
        #expect(try await store.read(key("b")) == nil)
    }

    @Test("P1: what cannot be read is a failure with its code, and stops no other item")
    func unreadable() async throws {
        let source = ListedSource("a")
        let locked = KeychainError(.interactionNotAllowed, "locked")
        source.failReading(locked)
        let report = try await Migration(from: source, to: store).run(removing)
        #expect(report.records.map(\.outcome) == [.failed])
        #expect(report.records.first?.error == locked)
        #expect(source.handles == ["a"])
        #expect(try await store.list(service: nil).isEmpty)
    }

    @Test("A removal that fails leaves a copied item that is not settled")
    func removalFails() async throws {
        let source = ListedSource("a")
        source.failRemoving(KeychainError(.authRequired, "asks"))
        let report = try await Migration(from: source, to: store).run(removing)
        #expect(report.records.map(\.outcome) == [.moved])
        #expect(report.records.first?.error?.code == .authRequired)
        #expect(!report.isComplete && report.removedCount == 0)
        source.failRemoving(nil)
        let second = try await Migration(from: source, to: store).run(removing)
        #expect(second.isComplete && second.removedCount == 1)
    }

    @Test("P2: a store that cannot answer loses nothing of the source")
    func lockedStore() async throws {
        let source = ListedSource("a")
        store.setAvailability(.beforeFirstUnlock)
        let report = try await Migration(from: source, to: store).run(removing)
        #expect(report.records.first?.error?.code == .interactionNotAllowed)
        #expect(source.handles == ["a"])
        store.setAvailability(.unlocked)
        #expect(try await Migration(from: source, to: store).run(removing).isComplete)
    }

    @Test("A name that breaks the rules is reported by its rule")
    func names() async throws {
        let source = ListedSource([("1", "", "a", "one"), ("2", "s", "", "two")])
        let report = try await Migration(from: source, to: store).run()
        #expect(report.records.allSatisfy { $0.error?.code == .invalidArgument })
        let options = MigrationOptions(service: "")
        await #expect(throws: KeychainError.self) {
            try await Migration(from: source, to: store).run(options)
        }
    }

    @Test("P10: neither items nor reports show a value, nor items their names")
    func descriptions() async throws {
        let source = ListedSource([("hidden", "hidden", "hidden", "hunter2")])
        var text = "\(try await source.listing().items)"
        dump(try await source.listing().items, to: &text)
        #expect(!text.contains("\"hidden\""))
        let report = try await Migration(from: source, to: store).run()
        dump(report, to: &text)
        #expect(!text.contains("hunter2"))
    }
}
