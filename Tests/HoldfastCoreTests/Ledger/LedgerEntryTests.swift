import Testing

@testable import HoldfastCore

@Suite struct LedgerEntryTests {
    private static let old = LedgerTests.facts(1)
    private static let new = LedgerTests.facts(2)
    private static let grave = Invalidation(reason: .keyLost, time: UnixTime(seconds: 9))

    @Test("P1: no row is nothing only if there was nothing, or it was being removed")
    func noRow() {
        check(nil, nil, .nothing)
        check(nil, .write(Self.new), .nothing)
        check(.item(Self.old), .removal, .nothing)
        check(.item(Self.old), nil, .lost(Self.old))
        check(.item(Self.old), .write(Self.new), .lost(Self.old))
        for pending in [nil, LedgerEntry.Pending.removal, .write(Self.new)] {
            check(
                .tombstone(Self.grave, Self.old), pending, .tombstone(Self.grave, Self.old))
        }
    }

    @Test("P2: a row is an item, by the facts of the write that made it")
    func row() {
        let during = LedgerEntry(settled: .item(Self.old), pending: .write(Self.new))
        #expect(during.meaning(ofRowWith: Self.old.version) == .item(Self.old))
        #expect(during.meaning(ofRowWith: Self.new.version) == .item(Self.new))
        #expect(during.meaning(ofRowWith: ItemVersion(rawValue: 77)) == .item(nil))
        #expect(during.meaning(ofRowWith: nil) == .item(Self.new))
        let settled = LedgerEntry(settled: .item(Self.old), pending: nil)
        #expect(settled.meaning(ofRowWith: nil) == .item(Self.old))
        let buried = LedgerEntry(settled: .tombstone(Self.grave, Self.old), pending: nil)
        #expect(buried.meaning(ofRowWith: Self.new.version) == .item(nil))
    }

    private func check(
        _ settled: LedgerEntry.Settled?, _ pending: LedgerEntry.Pending?,
        _ meaning: LedgerEntry.Meaning, _ place: SourceLocation = #_sourceLocation
    ) {
        let entry = LedgerEntry(settled: settled, pending: pending)
        #expect(entry.meaningOfNoRow == meaning, sourceLocation: place)
    }
}
