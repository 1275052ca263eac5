import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite
import Testing

@testable import HoldfastLinux

/// What a small app keeps.
struct VaultSession: Codable, Sendable, Equatable {
    var count = 0
    var profile = ""
}

/// A persisted state over the vault: errors of the disk, locks, and how many calls it costs.
@Suite struct StateOnVaultTests {
    private let test: TestVault
    private let name: ItemKey

    init() throws {
        test = try TestVault()
        name = try key("state")
    }

    private func persistor(
        over store: any ItemStore, protection: ItemProtection? = nil
    ) throws -> StatePersistor<VaultSession> {
        var options = PersistorOptions()
        options.retries = .none
        return try StatePersistor(
            in: store, under: name,
            marker: FirstInstallMarker(
                in: DirectoryContainer(path: test.folder.path + "/app"), named: "session"),
            protection: protection, options: options
        ) { VaultSession() }
    }

    private func stored() async throws -> VaultSession {
        try await persistor(over: test.open()).load()
    }

    private static let faults: [(call: InjectedFault.Call, code: Int32)] = [
        (.write, SQLiteCode.ioWrite), (.write, SQLiteCode.full), (.sync, SQLiteCode.ioSync),
        (.open, SQLiteCode.cannotOpen), (.read, SQLiteCode.ioRead),
    ]

    @Test(
        "P2: an error of the disk at any call of a start leaves the old state or the new one",
        arguments: faults, InjectedFault.Moment.allCases)
    func start(fault: (call: InjectedFault.Call, code: Int32), moment: InjectedFault.Moment)
        async throws
    {
        let vfs = try RecordingVFS()
        let layer = vfs.name
        let first = try persistor(over: test.open())
        try await first.load()
        try await first.save(VaultSession(count: 0))
        var number = 0
        for ordinal in 1...500 {
            let profile = String(repeating: "x", count: ordinal % 2 == 0 ? 10 : 20_000)
            let new = VaultSession(count: number + 1, profile: profile)
            vfs.inject(
                InjectedFault(fault.call, ordinal: ordinal, code: fault.code, moment: moment))
            let struck = try persistor(over: test.open { $0.fileLayer = layer })
            let isLoaded = await code { try await struck.load() } == nil
            let isSaved = await code { try await struck.save(new) } == nil
            let isOver = !vfs.faultsToCome.isEmpty
            vfs.clearFaults()
            #expect(isLoaded || !isSaved, "P4: nothing is saved without a load")
            let left = try await stored()
            #expect(left == new || (left.count == number && !isSaved), "call \(ordinal)")
            // The same persistor goes on as soon as the disk does.
            number += 2
            try await struck.resume()
            try await struck.save(VaultSession(count: number))
            #expect(try await stored().count == number)
            if isOver {
                #expect(ordinal >= 2, "the fault met no call")
                return
            }
        }
        Issue.record("the start never ended")
    }

    @Test("P5: while syncs fail, no save is acknowledged", arguments: InjectedFault.Moment.allCases)
    func sync(moment: InjectedFault.Moment) async throws {
        let vfs = try RecordingVFS()
        let layer = vfs.name
        let persistor = try persistor(over: test.open { $0.fileLayer = layer })
        try await persistor.load()
        try await persistor.save(VaultSession(count: 1))
        vfs.inject(InjectedFault(.sync, code: SQLiteCode.ioSync, moment: moment, persists: true))
        for count in 2...4 {
            #expect(await code { try await persistor.save(VaultSession(count: count)) } == .unknown)
        }
        vfs.clearFaults()
        try await persistor.resume()
        #expect(try await stored() == VaultSession(count: 4))
    }

    @Test("A save on the vault is one write and no read; an unchanged state is neither")
    func callCounts() async throws {
        let store = CountingStore(test.open())
        let persistor = try persistor(over: store)
        try await persistor.load()
        try await persistor.save(VaultSession(count: 1))
        store.forget()
        for count in 2...5 { try await persistor.save(VaultSession(count: count)) }
        #expect(store.counts == CountingStore.Counts(reads: 0, writes: 4))
        try await persistor.save(VaultSession(count: 5))
        #expect(store.counts == CountingStore.Counts(reads: 0, writes: 4))
    }

    @Test("P4: a locked vault suspends, and its unlock resumes")
    func locks() async throws {
        let vault = test.open()
        try await vault.setPasscode(SecretBytes(utf8: "1234"))
        try await vault.unlock(with: SecretBytes(utf8: "1234"), keeping: .process)
        let protection = ItemProtection(accessibility: .whenUnlockedThisDeviceOnly)
        let first = try persistor(over: vault, protection: protection)
        try await first.load()
        try await first.save(VaultSession(count: 1))
        try await vault.lock()
        let second = try persistor(over: vault)
        #expect(await code { try await second.load() } == .interactionNotAllowed)
        #expect(
            await code { try await second.save(VaultSession(count: 9)) } == .interactionNotAllowed)
        let follower = Task {
            await second.follow(
                StoreActivations(vault, accessibility: protection.accessibility))
        }
        defer { follower.cancel() }
        try await vault.unlock(with: SecretBytes(utf8: "1234"), keeping: .process)
        for await status in second.statusUpdates() where status == .ready { break }
        #expect(await second.state == VaultSession(count: 1))
    }
}
