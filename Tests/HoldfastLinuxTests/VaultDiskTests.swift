import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite
import Testing

@testable import HoldfastLinux

@Suite("Errors of the disk under the vault")
struct VaultDiskTests {
    private let test: TestVault
    private let vfs: RecordingVFS
    private let name: ItemKey

    init() throws {
        test = try TestVault()
        vfs = try RecordingVFS()
        name = try key("a")
    }

    private func open() -> LinuxVault {
        let layer = vfs.name
        return test.open { $0.fileLayer = layer }
    }

    private func value(_ number: Int, byteCount: Int = 40) -> SecretBytes {
        SecretBytes((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &+ number) })
    }

    private func checkAll(_ vault: LinuxVault) throws(KeychainError) -> Int {
        try vault.locked { (core) throws(KeychainError) in try core.checkAll().items }
    }

    private static let faults: [(call: InjectedFault.Call, code: Int32)] = [
        (.write, SQLiteCode.ioWrite), (.write, SQLiteCode.full), (.sync, SQLiteCode.ioSync),
        (.open, SQLiteCode.cannotOpen), (.read, SQLiteCode.ioRead),
        (.truncate, SQLiteCode.ioTruncate), (.remove, SQLiteCode.ioRemove),
    ]

    @Test(
        "P2: an error at any call of a write leaves the old value or the new one",
        arguments: faults, InjectedFault.Moment.allCases)
    func write(fault: (call: InjectedFault.Call, code: Int32), moment: InjectedFault.Moment)
        async throws
    {
        for byteCount in [40, 8_192, 200_000] {
            try await open().write(value(0), for: name)
            var number = 0
            for ordinal in 1...500 {
                // Opened anew now and then, so that opening and closing meet the error too.
                let vault = open()
                if ordinal % 2 == 0 { _ = try vault.readWithoutPrompt(name) }
                let (old, new) = (value(number), value(number + 1, byteCount: byteCount))
                vfs.inject(
                    InjectedFault(fault.call, ordinal: ordinal, code: fault.code, moment: moment))
                let isAcknowledged = isWritten(new, vault)
                let isOver = !vfs.faultsToCome.isEmpty
                vfs.clearFaults()
                let stored = try #require(try test.open().readWithoutPrompt(name)).value
                #expect(stored == new || (stored == old && !isAcknowledged), "call \(ordinal)")
                // The same object goes on as soon as the disk does.
                number += 2
                try await vault.write(value(number), for: name)
                #expect(try vault.readWithoutPrompt(name)?.value == value(number))
                if isOver { break }
            }
            #expect(try checkAll(test.open()) == 1)
        }
    }

    /// Whether a write was acknowledged; if not, its error must be one of the disk.
    private func isWritten(_ value: SecretBytes, _ vault: LinuxVault) -> Bool {
        do throws(KeychainError) {
            try vault.writeWithoutPrompt(value, for: name, options: .standard)
            return true
        } catch {
            #expect(error.code == .unknown && error.nativeDomain == "sqlite", "\(error)")
            return false
        }
    }

    @Test(
        "P5: while syncs fail, no write is acknowledged", arguments: InjectedFault.Moment.allCases)
    func sync(moment: InjectedFault.Moment) async throws {
        try await open().write(value(0), for: name)
        let vault = open()
        vfs.inject(
            InjectedFault(.sync, code: SQLiteCode.ioSync, moment: moment, persists: true))
        for number in 1...5 { #expect(!isWritten(value(number), vault)) }
        let other = test.folder.path + "/other"
        let fresh = test.open { configuration in
            configuration.fileLayer = vfs.name
            configuration.location = VaultLocation(
                directory: other, stateDirectory: test.location.stateDirectory)
        }
        #expect(!isWritten(value(9), fresh), "a vault was made without a sync")
        #expect(access(other + "/vault.db", F_OK) != 0)
        vfs.clearFaults()
        #expect(isWritten(value(6), vault))
        #expect(isWritten(value(7), fresh))
    }

    @Test(
        "an error at any call while a vault is made leaves none or a whole one",
        arguments: faults, InjectedFault.Moment.allCases)
    func creation(fault: (call: InjectedFault.Call, code: Int32), moment: InjectedFault.Moment)
        async throws
    {
        var failures = 0
        for ordinal in 1...500 {
            let test = try TestVault()
            let layer = vfs.name
            let vault = test.open { $0.fileLayer = layer }
            vfs.inject(
                InjectedFault(fault.call, ordinal: ordinal, code: fault.code, moment: moment))
            let isAcknowledged = isWritten(value(1), vault)
            let isOver = !vfs.faultsToCome.isEmpty
            vfs.clearFaults()
            if !isAcknowledged { failures += 1 }
            let names = try Files.names(in: test.location.directory)
            #expect(!names.contains { $0.hasPrefix(".vault") }, "call \(ordinal): \(names)")
            let stored = try test.open().readWithoutPrompt(name)
            #expect(stored?.value == value(1) || (stored == nil && !isAcknowledged))
            try await vault.write(value(2), for: name)
            #expect(try checkAll(test.open()) == 1)
            if isOver { break }
        }
        if [.write, .sync, .open].contains(fault.call) { #expect(failures > 0) }
    }

    @Test(
        "an error at any call of a change of the passcode leaves the old or the new one",
        arguments: [.write, .sync] as [InjectedFault.Call])
    func passcode(call: InjectedFault.Call) async throws {
        let names = try (0..<3).map { try key("n\($0)") }
        for name in names { try await open().write(value(5), for: name) }
        let codes = [SecretBytes(utf8: "first"), SecretBytes(utf8: "second")]
        try await open().setPasscode(codes[0])
        var current = 0
        for ordinal in 1...300 {
            vfs.inject(InjectedFault(call, ordinal: ordinal, code: SQLiteCode.io))
            var isAcknowledged = false
            do throws(KeychainError) {
                try await open().changePasscode(
                    from: codes[current], to: codes[1 - current], isLeaked: ordinal % 2 == 0)
                isAcknowledged = true
            } catch {
                #expect(error.code == .unknown && error.nativeDomain == "sqlite", "\(error)")
            }
            let isOver = !vfs.faultsToCome.isEmpty
            vfs.clearFaults()
            let vault = test.open()
            do throws(KeychainError) {
                try await vault.unlock(with: codes[1 - current])
                current = 1 - current
            } catch {
                #expect(error.code == .authFailed && !isAcknowledged, "\(error)")
                try await vault.unlock(with: codes[current])
            }
            for name in names { #expect(try vault.readWithoutPrompt(name)?.value == value(5)) }
            if isOver { break }
        }
        #expect(try checkAll(test.open()) == 3)
    }

    @Test("a log that another process still reads is not taken for emptied")
    func busyLog() async throws {
        let vault = test.open { $0.busyTimeout = .milliseconds(50) }
        try await vault.write(value(0), for: name)
        let reader = try Connection(path: test.database)
        let error = try reader.transaction(.deferred) { () throws(SQLiteError) in
            _ = try reader.prepare("SELECT mac FROM root").firstRow { $0.blob(0) }
            return emptyLog(of: vault)
        }
        #expect(error?.nativeDomain == "sqlite" && error?.nativeCode == Int(SQLiteCode.busy))
        #expect(emptyLog(of: vault) == nil)
        #expect(try Files.read(test.database + "-wal") == [])
        withExtendedLifetime(vault) {}
    }

    private func emptyLog(of vault: LinuxVault) -> KeychainError? {
        do throws(KeychainError) {
            try vault.writeWithoutPrompt(value(1), for: name, options: .standard)
            try vault.locked { (core) throws(KeychainError) in
                try core.vaultOrNew().database.truncateLog()
            }
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Small and read-only file systems

    private func location(on disk: MemoryDisk) -> VaultLocation {
        VaultLocation(directory: disk.path + "/vault", stateDirectory: disk.path + "/state")
    }

    @Test(
        "P2: a full disk refuses the write, keeps the old value, and works again with space",
        .enabled(if: MemoryDisk.isPossible, "\(MemoryDisk.reason)"))
    func full() async throws {
        let disk = try MemoryDisk(kiB: 2_048)
        let place = location(on: disk)
        let vault = test.open { $0.location = place }
        try await vault.write(value(1), for: name)
        let filling = try disk.fill(leaving: 60_000)
        let error = #expect(throws: KeychainError.self) {
            for _ in 0..<40 {
                try vault.writeWithoutPrompt(
                    value(2, byteCount: 30_000), for: name, options: .standard)
            }
        }
        #expect(
            error?.code == .unknown && error?.nativeDomain == "sqlite",
            "\(String(describing: error))")
        #expect(error?.nativeCode == Int(SQLiteCode.full))
        let stored = try #require(try vault.readWithoutPrompt(name))
        #expect(stored.value == value(1) || stored.value == value(2, byteCount: 30_000))
        unlink(filling)
        try await vault.write(value(3), for: name)
        #expect(try test.open { $0.location = place }.readWithoutPrompt(name)?.value == value(3))
        #expect(try checkAll(test.open { $0.location = place }) == 1)
    }

    @Test(
        "a vault on a full disk can be read by a new process, and none is made there",
        .enabled(if: MemoryDisk.isPossible, "\(MemoryDisk.reason)"))
    func fullFromTheStart() async throws {
        let disk = try MemoryDisk(kiB: 512)
        let place = location(on: disk)
        try await test.open { $0.location = place }.write(value(1), for: name)
        let filling = try disk.fill()
        let vault = test.open { $0.location = place }
        #expect(try vault.readWithoutPrompt(name)?.value == value(1))
        #expect(try vault.listWithoutPrompt(service: nil).count == 1)
        // More than what a log that was not merged yet may have kept for itself.
        let refusal = #expect(throws: KeychainError.self) {
            try vault.writeWithoutPrompt(
                value(2, byteCount: 300_000), for: name, options: .standard)
        }
        #expect(refusal?.code == .unknown && refusal?.nativeDomain == "sqlite")
        let other = VaultLocation(
            directory: disk.path + "/other", stateDirectory: test.location.stateDirectory)
        let error = #expect(throws: KeychainError.self) {
            try test.open { $0.location = other }.writeWithoutPrompt(
                value(1), for: name, options: .standard)
        }
        #expect(error?.code == .unknown)
        #expect(try test.open { $0.location = other }.readWithoutPrompt(name) == nil)
        #expect(access(disk.path + "/other/vault.db", F_OK) != 0)
        unlink(filling)
        try await vault.write(value(3), for: name)
        #expect(try test.open { $0.location = place }.readWithoutPrompt(name)?.value == value(3))
    }

    @Test(
        "a read-only file system: reads work, writes say so",
        .enabled(if: MemoryDisk.isPossible, "\(MemoryDisk.reason)"))
    func readOnly() async throws {
        let disk = try MemoryDisk(kiB: 4_096)
        let place = location(on: disk)
        let open = { test.open { $0.location = place } }
        try await open().write(value(1), for: name)
        chmod(place.stateDirectory + "/device-secret", 0o644)
        try disk.remount(isReadOnly: true)
        let vault = open()
        #expect(try vault.readWithoutPrompt(name)?.value == value(1))
        #expect(try vault.listWithoutPrompt(service: nil).count == 1)
        #expect(try vault.readWithoutPrompt(try key("none")) == nil)
        for body in [{ try vault.writeWithoutPrompt(value(2), for: name, options: .standard) }]
            as [() throws -> ItemVersion]
        {
            let error = #expect(throws: KeychainError.self) { try body() }
            #expect(error?.code == .unknown && error?.nativeCode == Int(EROFS))
        }
        let removal = #expect(throws: KeychainError.self) { try vault.removeWithoutPrompt(name) }
        #expect(removal?.nativeCode == Int(EROFS))
        try disk.remount(isReadOnly: false)
        try await open().write(value(3), for: name)
        #expect(try vault.readWithoutPrompt(name)?.value == value(3))
    }

    @Test(
        "a read-only mount of a vault that others write never answers with older data",
        .enabled(if: MemoryDisk.isPossible, "\(MemoryDisk.reason)"))
    func readOnlyView() async throws {
        let disk = try MemoryDisk(kiB: 4_096)
        let place = location(on: disk)
        let writer = { test.open { $0.location = place } }
        try await writer().write(value(1), for: name)
        let view = try MemoryDisk(binding: disk.path, isReadOnly: true)
        let seen = location(on: view)
        let reader = test.open { $0.location = seen }
        #expect(try reader.readWithoutPrompt(name)?.value == value(1))
        try await writer().write(value(2), for: name)
        #expect(try reader.readWithoutPrompt(name)?.value == value(2))
        // With changes in the log it says that it cannot read them.
        let living = writer()
        try await living.write(value(3), for: name)
        let error = #expect(throws: KeychainError.self) { try reader.readWithoutPrompt(name) }
        #expect(error?.code == .unknown && error?.nativeCode == Int(EROFS))
        withExtendedLifetime(living) {}
    }
}
