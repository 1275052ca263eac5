#if os(Linux)
import HoldfastSQLite
import Testing

@Suite("What a disk may hold after a power loss")
struct PowerLossModelTests {
    private let file = StorageOperation.FileID(path: "/x/a", generation: 0)
    private let again = StorageOperation.FileID(path: "/x/a", generation: 1)
    private let other = StorageOperation.FileID(path: "/x/b", generation: 0)
    private let apart = StorageOperation.FileID(path: "/y/c", generation: 0)

    /// The contents of `/x/a` in all outcomes, nil where the file is missing.
    private func outcomes(
        _ log: [StorageOperation], sectors: PowerLoss.Sectors = .powersafe
    ) -> Set<[UInt8]?> {
        let loss = PowerLoss(log: log, at: log.count, sectors: sectors)
        let random = (1...200).map { seed in PowerLoss.Survival.random(seed: seed) }
        return Set(
            ([.nothingUnsynced, .everything] + random).map { loss.files($0)["/x/a"] })
    }

    private func ones(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }
    private func twos(_ count: Int) -> [UInt8] { [UInt8](repeating: 2, count: count) }

    @Test("a new file and its content may be missing until its first sync, and are there after it")
    func create() {
        let made: [StorageOperation] = [.create(file), .write(file, offset: 0, bytes: ones(3))]
        let before = outcomes(made)
        #expect(before.isSuperset(of: [nil, [], ones(3), [0, 0, 0]]))
        #expect(outcomes(made + [.sync(file, folderToo: false)]) == [ones(3)])
    }

    @Test("an unsynced write arrives by sectors, and touches no other")
    func tearing() {
        let log: [StorageOperation] = [
            .found(file, bytes: ones(2048)), .write(file, offset: 500, bytes: twos(1000)),
        ]
        let pieces: [Range<Int>] = [500..<512, 512..<1024, 1024..<1500]
        let expected = (0..<8).map { choice in
            var bytes = ones(2048)
            for (index, piece) in pieces.enumerated() where choice >> index & 1 == 1 {
                bytes.replaceSubrange(piece, with: twos(piece.count))
            }
            return bytes
        }
        #expect(outcomes(log) == Set(expected))
        let destroyed = outcomes(log, sectors: .destroyed).compactMap { $0 }
        #expect(destroyed.contains { bytes in bytes[0..<500] != ones(500)[...] })
        #expect(destroyed.allSatisfy { bytes in bytes[1536...] == ones(512)[...] })
        #expect(outcomes(log + [.sync(file, folderToo: false)], sectors: .destroyed).count == 1)
    }

    @Test("an unsynced truncation may or may not have happened")
    func truncate() {
        let log: [StorageOperation] = [
            .found(file, bytes: ones(4)), .truncate(file, byteCount: 1),
        ]
        #expect(outcomes(log) == [ones(4), ones(1)])
        #expect(outcomes(log + [.sync(file, folderToo: false)]) == [ones(1)])
    }

    @Test("a removed file may be back until a sync takes its folder with it")
    func remove() {
        let found = StorageOperation.found(file, bytes: ones(1))
        let removed = StorageOperation.remove(file, folderToo: false)
        #expect(outcomes([found, removed]) == [nil, ones(1)])
        #expect(outcomes([found, .remove(file, folderToo: true)]) == [nil])
        let neighbour: [StorageOperation] = [.create(other), .sync(other, folderToo: true)]
        #expect(outcomes([found, removed] + neighbour) == [nil])
        let stranger: [StorageOperation] = [.create(apart), .sync(apart, folderToo: true)]
        #expect(outcomes([found, removed] + stranger) == [nil, ones(1)])
    }

    @Test("a file made anew is either the old one, none, or the new one")
    func recreate() {
        let log: [StorageOperation] = [
            .found(file, bytes: ones(1)), .remove(file, folderToo: false), .create(again),
        ]
        #expect(outcomes(log) == [ones(1), nil, []])
        #expect(outcomes(log + [.sync(again, folderToo: false)]) == [[]])
    }

    @Test("an outcome does not overwrite a file that is there")
    func materialiseTwice() throws {
        let scratch = try Scratch()
        let loss = PowerLoss(log: [.found(file, bytes: ones(9))], at: 1)
        try loss.materialise(into: scratch.path, .everything)
        #expect(try scratch.names == ["a"])
        #expect(throws: PowerLoss.MaterialiseError.self) {
            try loss.materialise(into: scratch.path, .everything)
        }
    }
}
#endif
