import CrashSupport
import HoldfastSQLite
import HoldfastWire
import Testing

@testable import HoldfastRelayServer

@Suite("A relay's storage in one file")
struct SQLiteStorageTests {
    private let folder: Folder
    private let account: AccountID
    private let (phone, laptop): (DeviceID, DeviceID)

    private var path: String { folder.path + "/relay.db" }

    init() throws {
        folder = try Folder()
        account = try #require(AccountID([UInt8](repeating: 1, count: 32)))
        phone = try #require(DeviceID([UInt8](repeating: 2, count: 32)))
        laptop = try #require(DeviceID([UInt8](repeating: 3, count: 32)))
    }

    @Test(
        "What waited in a database of version 2 is delivered, at its places and before new things")
    func migration() async throws {
        try makeVersion2()
        let storage = try SQLiteStorage(path: path)
        #expect(try read(storage, phone).map(\.position) == [3, 5])
        #expect(try read(storage, phone).map(\.part) == [[7], [9]])
        #expect(try read(storage, phone).map(\.shared) == [[8, 8], []])
        #expect(try read(storage, phone).map(\.received) == [100, 200])
        #expect(try read(storage, laptop).map(\.part) == [[6]])
        let (account, phone, laptop) = (account, phone, laptop)
        let standing = try storage.read { (records) throws(StorageError) in
            try records.standing(of: laptop, in: account)
        }
        #expect(standing == .suspended(until: 900))
        // The highest place was given out already, though what lay there is gone.
        #expect(try await deliver(storage, [5], to: [phone]) == [])
        #expect(try read(storage, phone).map(\.position) == [3, 5, 8])
        #expect(try await acknowledge(storage, [3, 5, 8], phone) == 3)
        #expect(try sharedCount(storage) == 1)
        #expect(try await forget(storage, before: 101) == 1)
        #expect(try sharedCount(storage) == 0)
        storage.close()
        let connection = try Connection(path: path)
        let found = try connection.prepare("PRAGMA user_version").firstRow { $0.int64(0) }
        #expect(found == SQLiteSchema.version)
    }

    @Test("A full inbox takes nothing, another's part comes, and places are never used again")
    func full() async throws {
        let storage = try await makeStorage()
        let (account, phone) = (account, phone)
        let item = OutgoingItem(kind: 1, part: [1], received: 5)
        let isFull = try await write(storage) { (records) throws(StorageError) -> Bool in
            for _ in 0..<RelayLimits.inboxItemCount {
                guard try records.deliver(item, to: phone, of: account) else { return false }
            }
            return try !records.deliver(item, to: phone, of: account)
        }
        #expect(isFull)
        #expect(try await deliver(storage, [5], to: [phone, laptop]) == [phone])
        #expect(try read(storage, laptop).map(\.part) == [[5]])
        #expect(try await acknowledge(storage, [RelayLimits.inboxItemCount], phone) == 1)
        #expect(try await acknowledge(storage, [RelayLimits.inboxItemCount], phone) == 0)
        #expect(try await deliver(storage, [6], to: [phone]) == [])
        let last = try read(storage, phone, after: RelayLimits.inboxItemCount - 1)
        #expect(last.map(\.position) == [RelayLimits.inboxItemCount + 1])
        // Of what went to both, only one has it.
        #expect(try await acknowledge(storage, [1], laptop) == 1)
        #expect(try sharedCount(storage) == 1)
        #expect(try await deliver(storage, [7], to: [phone]) == [phone])
        #expect(try sharedCount(storage) == 1)
        storage.close()
    }

    @Test("An inbox takes its bytes and not one more")
    func fullOfBytes() async throws {
        let storage = try await makeStorage()
        let (account, phone) = (account, phone)
        let size = 1 << 20
        let delivered = try await write(storage) { (records) throws(StorageError) -> [Bool] in
            var delivered: [Bool] = []
            let count = Int(RelayLimits.inboxByteCount) / size
            for part in [Int](repeating: size, count: count - 1) + [size + 1, size, 1] {
                let item = OutgoingItem(
                    kind: 1, part: [UInt8](repeating: 0, count: part), received: 5)
                delivered.append(try records.deliver(item, to: phone, of: account))
            }
            return delivered
        }
        #expect(delivered.filter { $0 }.count == Int(RelayLimits.inboxByteCount) / size)
        #expect(delivered.suffix(3) == [false, true, false])
        storage.close()
    }

    @Test("What is too old goes, also behind what a wrong clock took for newer")
    func expiry() async throws {
        let storage = try await makeStorage()
        for received in [900, 100, 150, 100, 200] as [Int64] {
            #expect(try await deliver(storage, [5], to: [phone], received: received) == [])
        }
        #expect(try await deliver(storage, [5], to: [laptop], received: 120) == [])
        #expect(try await forget(storage, before: 100) == 0)
        #expect(try await forget(storage, before: 150, atMost: 1) == 1)
        #expect(try await forget(storage, before: 150) == 2)
        #expect(try await forget(storage, before: 150) == 0)
        #expect(try read(storage, phone).map(\.received) == [900, 150, 200])
        #expect(try read(storage, laptop).isEmpty)
        // What was acknowledged is nothing that could be too old.
        #expect(try await acknowledge(storage, [3], phone) == 1)
        #expect(try await deliver(storage, [5], to: [phone], received: 300) == [])
        #expect(try await forget(storage, before: 201) == 1)
        #expect(try await forget(storage, before: 901) == 2)
        #expect(try sharedCount(storage) == 0)
        storage.close()
    }

    @Test("A write that fails leaves nothing, and those beside it are done")
    func failing() async throws {
        let storage = try await makeStorage()
        let (account, phone) = (account, phone)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 as Range<UInt8> {
                group.addTask {
                    do {
                        try await write(storage) { (records) throws(StorageError) in
                            let item = OutgoingItem(kind: 1, part: [number], received: 5)
                            _ = try records.deliver(item, to: phone, of: account)
                            if number % 4 == 0 {
                                throw StorageError(reason: .failed, message: "of this test")
                            }
                        }
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(outcomes == 30)
        let items = try read(storage, phone)
        #expect(items.map { $0.part[0] }.sorted() == (0..<40).filter { $0 % 4 != 0 })
        #expect(items.map(\.position) == Array(1...30))
        storage.close()
    }

    // MARK: - What the tests do

    private func makeStorage() async throws -> SQLiteStorage {
        let storage = try SQLiteStorage(path: path)
        let (account, devices) = (account, [phone, laptop])
        try await write(storage) { (records) throws(StorageError) in
            for device in devices { try records.set(.active, of: device, in: account) }
        }
        return storage
    }

    private func read(
        _ storage: SQLiteStorage, _ device: DeviceID, after position: Int64 = 0
    ) throws -> [InboxItem] {
        let account = account
        return try storage.read { (records) throws(StorageError) in
            try records.inbox(
                of: device, in: account, after: position, atMost: 100, byteCount: 1 << 20)
        }
    }

    private func deliver(
        _ storage: SQLiteStorage, _ part: [UInt8], to devices: [DeviceID], received: Int64 = 300
    ) async throws -> [DeviceID] {
        let group = OutgoingMessage.Group(
            account: account, parts: devices.map { (device: $0, part: part) })
        return try await write(storage) { (records) throws(StorageError) in
            try records.deliver(
                OutgoingMessage(kind: 1, shared: [4], groups: [group], received: received))
        }
    }

    private func acknowledge(
        _ storage: SQLiteStorage, _ positions: [Int64], _ device: DeviceID
    ) async throws -> Int {
        let account = account
        return try await write(storage) { (records) throws(StorageError) in
            try records.acknowledge(positions, of: device, in: account)
        }
    }

    private func forget(
        _ storage: SQLiteStorage, before time: Int64, atMost count: Int = 100
    ) async throws -> Int {
        try await write(storage) { (records) throws(StorageError) in
            try records.forgetMessages(before: time, atMost: count)
        }
    }

    /// How many bodies are kept, read beside the relay's own connections.
    private func sharedCount(_ storage: SQLiteStorage) throws -> Int64? {
        try Connection(path: path).prepare("SELECT count(*) FROM shared").firstRow { $0.int64(0) }
    }

    /// A database as relays of version 2 left it: the phone has been given 7 places, of which 2 are
    /// taken, and what lies at place 3 waits for the laptop too.
    private func makeVersion2() throws {
        let connection = try Connection(path: path)
        for step in SQLiteSchema.migrations[..<2] { try connection.execute(step) }
        let (account, phone, laptop) = ("x'" + hex(1), "x'" + hex(2), "x'" + hex(3))
        try connection.execute(
            """
            PRAGMA application_id=\(SQLiteSchema.applicationID); PRAGMA user_version=2;
            INSERT INTO devices VALUES
                (\(account), \(phone), 0, NULL, 7, 2, 4), (\(account), \(laptop), 1, 900, 1, 1, 3);
            INSERT INTO shared VALUES (12, \(account), x'0808', 2);
            INSERT INTO inbox VALUES
                (\(account), \(phone), 5, 2, 200, NULL, 1, x'09'),
                (\(account), \(phone), 3, 1, 100, 12, 3, x'07'),
                (\(account), \(laptop), 1, 1, 100, 12, 3, x'06');
            """)
        try connection.close()
    }

    private func hex(_ digit: Int) -> String { String(repeating: "0\(digit)", count: 32) + "'" }
}

/// Writes, and waits until that is durable.
private func write<R: Sendable>(
    _ storage: SQLiteStorage,
    _ body: @escaping @Sendable (any RelayRecords) throws(StorageError) -> R
) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
        storage.write(body) { continuation.resume(with: $0) }
    }
}
