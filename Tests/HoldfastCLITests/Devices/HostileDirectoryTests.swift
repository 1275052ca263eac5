import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastCLI

/// A directory whose keeper, or whose disk, does what it should not.
@MainActor
@Suite("A directory that lies")
struct HostileDirectoryTests {
    private let world = DeviceWorld()

    /// What happens to the file.
    enum Attack: String, CaseIterable, Sendable {
        case dropsLast
        case dropsMiddle
        case swaps
        case repeats
        case cutsInHead
        case cutsInBody
        case flipsBit
        case flipsLength
        case forgets
        case emptied
        case newerVersion
        case newerRecord
        case otherFile
        case removed

        /// What `device list` exits with and says; `nil` where nothing is lost.
        var answer: (status: Int32, words: String)? {
            switch self {
            case .dropsLast: (6, "was seen before: it was cut")
            case .dropsMiddle, .swaps, .repeats: (6, "stands where another one belongs")
            // The last record is not whole then, as after a death of its writer.
            case .cutsInHead, .cutsInBody: (6, "was seen before: it was cut")
            case .flipsBit, .flipsLength: (6, "damaged at byte")
            case .forgets, .emptied: (6, "has lost the account")
            case .newerVersion, .newerRecord: (8, "newer version")
            case .otherFile: (6, "no directory of device logs")
            case .removed: (9, "no such file")
            }
        }
    }

    @Test("Every lie is told apart, and nothing is written over", arguments: Attack.allCases)
    func attack(_ attack: Attack) async throws {
        let account = try await world.begin("laptop", on: world.first)
        try await world.join("desk", world.second, account: account, approvedOn: world.first)
        _ = await world.device("rename", "kitchen", on: world.first)
        #expect(await world.device("list", on: world.second).status == 0)
        let whole = try world.bytes
        try commit(attack)
        let before = attack == .removed ? [] : try world.bytes
        let (status, words) = try #require(attack.answer)
        let list = await world.device("list", on: world.second)
        #expect(list.status == status && list.error.contains(words), "\(list.error)")
        #expect(list.output.isEmpty)
        let shown = await world.device("show", on: world.second)
        #expect(shown.status != 0 && shown.error.contains(words), "\(shown.error)")
        #expect(await world.device("rename", "x", on: world.second).status == status)
        #expect(await world.device("replace", on: world.second).status == status)
        if attack != .removed { #expect(try world.bytes == before) }
        // The true file is back, and nothing was lost meanwhile.
        try world.write(whole)
        let shownAgain = await world.device("show", on: world.second)
        #expect(shownAgain.status == 0, "\(shownAgain.error)")
    }

    private func commit(_ attack: Attack) throws {
        var bytes = try world.bytes
        var records = try world.records
        let entries = records.indices.filter { DeviceWorld.isEntry(records[$0]) }
        let last = try #require(entries.last)
        switch attack {
        case .dropsLast: return try world.write(records: Array(records[..<last]))
        case .dropsMiddle: records.remove(at: entries[1])
        case .swaps: records.swapAt(entries[1], entries[2])
        case .repeats: records.append(records[entries[1]])
        case .cutsInHead, .cutsInBody:
            let kept = records[..<last].map(\.count).reduce(DirectoryContent.header.count, +)
            return try world.write(Array(bytes[..<(kept + (attack == .cutsInHead ? 3 : 40))]))
        case .flipsBit: bytes[DirectoryContent.header.count + 60] ^= 1
        case .flipsLength: bytes[DirectoryContent.header.count + 2] ^= 1
        case .forgets: records = []
        case .emptied: bytes = []
        case .newerVersion: bytes[DirectoryContent.header.count - 1] += 1
        case .newerRecord: records.append(Self.framed([9, 9, 9]))
        case .otherFile: bytes = Array("a letter to somebody\n".utf8)
        case .removed: return try world.remove()
        }
        switch attack {
        case .dropsMiddle, .swaps, .repeats, .forgets, .newerRecord:
            try world.write(records: records)
        default: try world.write(bytes)
        }
    }

    private static func framed(_ body: [UInt8]) -> [UInt8] {
        let length = UInt32(body.count)
        let head = [length, ~length].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        return head + body + DirectoryRecord.check(of: body)
    }

    @Test("Of two versions of a log the one that was seen counts, and the other is a fork")
    func forked() async throws {
        let account = try await world.begin("laptop", on: world.first)
        try await world.join("desk", world.second, account: account, approvedOn: world.first)
        let common = try world.bytes
        let twin = try DeviceWorld.twin(of: world.first)
        #expect(await world.device("rename", "kitchen", on: world.first).status == 0)
        #expect(await world.device("list", on: world.second).status == 0)
        let seen = try world.bytes
        // A copy of the first machine, shown the file as it was, signs another entry at the place.
        try world.write(common)
        #expect(await world.device("rename", "garden", on: twin).status == 0)
        let before = try world.bytes
        for place in [world.first, world.second] {
            let list = await world.device("list", on: place)
            #expect(list.status == 6 && list.error.contains("a fork"), "\(list.error)")
            #expect(await world.device("show", on: place).status == 6)
            #expect(await world.device("rename", "x", on: place).status == 6)
            #expect(await world.device("register", on: place).status != 0)
        }
        #expect(try world.bytes == before)
        try world.write(seen)
        #expect(await world.device("show", on: world.second).status == 0)
        #expect(await world.device("show", on: world.first).status == 0)
    }

    @Test("A device that another tool's entry does not follow leaves the file as it is")
    func badBefore() async throws {
        try await world.begin("laptop", on: world.first)
        let good = try world.bytes
        // Somebody appended a copy of the first entry.
        try world.write(good + (try world.records[0]))
        let before = try world.bytes
        let renamed = await world.device("rename", "x", on: world.first)
        #expect(renamed.status == 6, "\(renamed.error)")
        #expect(try world.bytes == before)
    }

    @Test("P5: what a death left half written goes with the next write, and nothing else does")
    func torn() async throws {
        let account = try await world.begin("laptop", on: world.first)
        let whole = try world.bytes
        let record = try world.records[0]
        for count in [1, 7, 8, 30, record.count - 1] {
            try world.write(whole + record.prefix(count))
            #expect(await world.device("list", on: world.first).status == 0)
            #expect(try world.bytes.count == whole.count + count, "reading mends nothing")
        }
        try world.write(whole + [UInt8](repeating: 0, count: 5000))
        #expect(await world.device("rename", "kitchen", on: world.first).status == 0)
        #expect(try world.bytes.starts(with: whole))
        #expect(try world.records.count == 2, "the entry before and the new one")
        let shown = await world.device("show", "--json", on: world.first)
        #expect(shown.status == 0 && shown.text.contains(account))
    }

    @Test("A directory that has lost the account gets the same log back, and a fork does not")
    func registering() async throws {
        let account = try await world.begin("laptop", on: world.first)
        try await world.join("desk", world.second, account: account, approvedOn: world.first)
        #expect(await world.device("list", on: world.first).status == 0)
        let entries = try world.records.filter(DeviceWorld.isEntry)
        try world.remove()
        let lost = await world.device("register", on: world.first)
        #expect(lost.status == 0, "\(lost.error)")
        #expect(try world.records.filter(DeviceWorld.isEntry) == entries)
        #expect(await world.device("show", on: world.first).status == 0)
        #expect(await world.device("show", on: world.second).status == 0)
        try world.write(records: [entries[0]])
        #expect(await world.device("register", on: world.first).status == 0)
        #expect(try world.records.filter(DeviceWorld.isEntry) == entries)
        #expect(await world.device("register", on: world.first).status == 0, "again is no harm")
    }

    @Test("A copy of a vault that runs elsewhere is noticed, and one of the two goes on")
    func copied() async throws {
        let account = try await world.begin("laptop", on: world.first)
        let twin = try DeviceWorld.twin(of: world.first)
        #expect(await world.device("show", on: twin).status == 0, "nothing was done by either")
        try await world.join("desk", world.second, account: account, approvedOn: world.first)
        let shown = await world.device("show", "--json", on: twin)
        #expect(shown.status == 6 && shown.text.contains("\"state\":\"rolledBack\""))
        let before = try world.bytes
        let refused = await world.device("rename", "x", on: twin)
        #expect(refused.status == 6 && refused.error.contains("device replace"), "\(refused.error)")
        #expect(try world.bytes == before)
        #expect(await world.device("show", on: world.first).status == 0)
        let replaced = await world.device("replace", on: twin)
        #expect(replaced.status == 0, "\(replaced.error)")
        let out = await world.device("show", "--json", on: world.first)
        #expect(out.status == 7 && out.text.contains("\"state\":\"revoked\""))
        #expect(await world.device("rename", "x", on: world.first).status == 7)
    }

    @Test("A copy of the vault alone knows that what lay beside it is gone")
    func copiedVault() async throws {
        try await world.begin("laptop", on: world.first)
        let twin = Workplace()
        try DeviceWorld.copy(world.first.folder + "/vault", twin.folder + "/vault")
        try DeviceWorld.copy(
            world.first.folder + "/state/device-secret", twin.folder + "/state/device-secret")
        let shown = await world.device("show", "--json", on: twin)
        #expect(shown.status == 6 && shown.text.contains("\"state\":\"reinstalled\""))
        #expect(await world.device("replace", "--keep-key", on: twin).status == 0)
        #expect(await world.device("show", on: twin).status == 0)
    }
}
