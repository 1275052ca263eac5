#if os(Linux) && SecretService
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import Testing

@Suite("A keyring that is not there, not open or not the same", .serialized)
struct BadLuckTests {
    private let name: ItemKey
    private let value = SecretBytes(utf8: "value")

    init() throws {
        name = try ItemKey(service: "s", account: "a")
    }

    /// Runs a call that must fail by a time limit, and not much later.
    private func expectTimely<Answer>(
        _ code: KeychainError.Code, number: Int32? = nil, within limit: Duration = .seconds(20),
        _ call: () async throws(KeychainError) -> Answer
    ) async {
        let start = ContinuousClock.now
        await expect(code) { () throws(KeychainError) in
            do throws(KeychainError) {
                return try await call()
            } catch {
                if let number { #expect(error.nativeCode == Int(number), "\(error.message)") }
                throw error
            }
        }
        #expect(ContinuousClock.now - start < limit)
    }

    @Test("P1: a locked collection is INTERACTION_NOT_ALLOWED, also after a restart")
    func locked() async throws {
        let desktop = try await Desktop()
        let store = try desktop.store()
        let never = try ItemKey(service: "s", account: "never")
        try await store.write(value, for: name)
        try desktop.lock()
        for key in [name, never] {
            await expect(.interactionNotAllowed) { () throws(KeychainError) in
                try await store.read(key)
            }
        }
        try desktop.stopKeyring()
        try await desktop.startKeyring(unlocked: false)
        for key in [name, never] {
            await expect(.interactionNotAllowed) { () throws(KeychainError) in
                try await store.read(key)
            }
            await expect(.interactionNotAllowed) { () throws(KeychainError) in
                try await store.write(self.value, for: key)
            }
        }
        await expect(.interactionNotAllowed) { () throws(KeychainError) in
            try await store.list(service: nil)
        }
        #expect(await store.availability() == .beforeFirstUnlock)
        try desktop.unlock()
        #expect(try await store.read(name)?.value == value)
        #expect(try await store.read(never) == nil)
    }

    @Test("Without a prompter an unlock ends, and the keyring stays locked")
    func noPrompter() async throws {
        let desktop = try await Desktop()
        let store = try desktop.store()
        try await store.write(value, for: name)
        try desktop.lock()
        await expectTimely(.userCanceled) { () throws(KeychainError) in
            try await store.unlock(within: .seconds(15))
        }
        #expect(await store.availability() == .beforeFirstUnlock)
    }

    @Test("P5: a keyring that is killed and started again has what was written")
    func restart() async throws {
        let desktop = try await Desktop()
        let store = try desktop.store()
        for _ in 0..<3 {
            try await store.write(value, for: name)
            try desktop.stopKeyring()
            await expectTimely(.unsupported) { () throws(KeychainError) in
                try await store.read(self.name)
            }
            try await desktop.startKeyring()
            #expect(try await store.read(name)?.value == value)
        }
    }

    @Test("A bus that goes away ends the call and not the process, and is found again")
    func busGoes() async throws {
        let desktop = try await Desktop()
        let store = try desktop.store()
        try await store.write(value, for: name)
        desktop.pauseKeyring(true)
        async let read: Void = expectTimely(.unknown, number: ECONNRESET) {
            () throws(KeychainError) in try await store.read(name)
        }
        // A busy machine needs its time until the call is on the bus.
        try await Task.sleep(for: .seconds(3))
        try desktop.stopBus()
        await read
        await expectTimely(.unsupported) { () throws(KeychainError) in
            try await store.read(self.name)
        }
        try desktop.stopKeyring()
        try desktop.startBus()
        try await desktop.startKeyring()
        #expect(try await store.read(name)?.value == value)
    }

    @Test("A keyring that does not answer is a time-out")
    func hangs() async throws {
        let desktop = try await Desktop()
        let store = try desktop.store(timeLimit: .seconds(1))
        try await store.write(value, for: name)
        desktop.pauseKeyring(true)
        await expectTimely(.unknown, number: ETIMEDOUT, within: .seconds(8)) {
            () throws(KeychainError) in try await store.read(self.name)
        }
        let other = try desktop.store(timeLimit: .seconds(1))
        await expectTimely(.unknown, number: ETIMEDOUT, within: .seconds(8)) {
            () throws(KeychainError) in try await other.read(self.name)
        }
        desktop.pauseKeyring(false)
        #expect(try await store.read(name)?.value == value)
    }

    @Test("A bus that does not answer is a time-out")
    func deafBus() async throws {
        let folder = try Folder()
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = folder.path + "/deaf"
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        #expect(listen(listener, 8) == 0)
        var configuration = try SecretServiceConfiguration(busAddress: "unix:path=\(path)")
        configuration.timeLimit = .seconds(1)
        let store = SecretServiceStore(configuration)
        await expectTimely(.unknown, number: ETIMEDOUT, within: .seconds(8)) {
            () throws(KeychainError) in try await store.read(self.name)
        }
    }

    @Test("Without a bus, or with one that is no socket of this machine, it says so")
    func noBus() async throws {
        for environment in [
            [:], ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=localhost,port=1"],
            ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"], ["XDG_RUNTIME_DIR": "relative"],
        ] {
            await expect(.unsupported) { () throws(KeychainError) in
                try SecretServiceConfiguration.standard(environment: environment)
            }
        }
        let configuration = try SecretServiceConfiguration.standard(
            environment: ["XDG_RUNTIME_DIR": "/nonexistent ü"])
        await expectTimely(.unsupported) { () throws(KeychainError) in
            try await SecretServiceStore(configuration).read(self.name)
        }
    }

    @Test("A bus without a keyring says so")
    func noService() async throws {
        let desktop = try await Desktop(withKeyring: false)
        let store = try desktop.store()
        await expectTimely(.unsupported) { () throws(KeychainError) in
            try await store.read(self.name)
        }
        guard case .unavailable(let error) = await store.availability() else {
            Issue.record("a keyring that is not there is available")
            return
        }
        #expect(error.code == .unsupported)
    }

    @Test("A collection is found by its name, byte for byte; 'session' is refused")
    func collections() async throws {
        let desktop = try await Desktop()
        try desktop.makeCollection("Schlüssel 🗝️")
        try desktop.makeCollection("e\u{301}")
        try desktop.makeCollection("twice")
        try desktop.makeCollection("twice")
        var configuration = try desktop.configuration()
        configuration.collection = .named("Schlüssel 🗝️")
        let store = SecretServiceStore(configuration)
        try await store.write(value, for: name)
        #expect(try await store.read(name)?.value == value)
        #expect(try await desktop.store().read(name) == nil)
        for (label, code) in [
            ("\u{e9}", KeychainError.Code.unsupported), ("nobody", .unsupported),
            ("twice", .invalidArgument), ("session", .unsupported), ("Session", .unsupported),
        ] {
            configuration.collection = .named(label)
            let other = SecretServiceStore(configuration)
            await expect(code) { () throws(KeychainError) in try await other.read(self.name) }
        }
        configuration.collection = .named("e\u{301}")
        #expect(try await SecretServiceStore(configuration).read(name) == nil)
    }

    @Test("P10: no value crosses the bus in the clear")
    func watched() async throws {
        let desktop = try await Desktop()
        let path = desktop.folder.path + "/seen"
        let monitor = try desktop.start([
            "sh", "-c", "exec stdbuf -o0 dbus-monitor --session --pcap > \(path)",
        ])
        let store = try desktop.store()
        // It watches from the first call on that it has written down.
        try await until {
            _ = await store.availability()
            return try Self.text(path).contains("org.freedesktop.secrets")
        }
        let marker = "mArKeR-4711-in-the-clear"
        try await store.write(SecretBytes(utf8: marker), for: name)
        #expect(try await store.read(name)?.value == SecretBytes(utf8: marker))
        try await until { try Self.text(path).contains("GetSecret") }
        monitor.signal(SIGKILL)
        try monitor.wait()
        let seen = try Self.text(path)
        #expect(seen.contains("CreateItem") && seen.contains("org.holdfast.Item"))
        #expect(!seen.contains(marker))
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Files.read(path) ?? [], as: UTF8.self)
    }

    /// Waits until something is so, and not for ever.
    private func until(_ isSo: () async throws -> Bool) async throws {
        for _ in 0..<100 * Patience.factor {
            if try await isSo() { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        Issue.record("it has not come")
    }

    @Test("P2: increments by two stores, as by two processes, lose none")
    func twoStores() async throws {
        let desktop = try await Desktop()
        let stores = [try desktop.store(), try desktop.store()]
        try await stores[0].write(SecretBytes([0]), for: name)
        let name = name
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in stores {
                group.addTask {
                    for _ in 0..<16 { try await Self.increment(name, store) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await stores[1].read(name)?.value == SecretBytes([32]))
    }

    private static func increment(_ name: ItemKey, _ store: SecretServiceStore) async throws {
        for _ in 0..<100 {
            do {
                try await store.update(name) { (item) throws(KeychainError) in
                    SecretBytes([(item?.value.copyBytes().first ?? 0) + 1])
                }
                return
            } catch {
                guard error == StoreConflict.versionChanged.error else { throw error }
            }
        }
        throw StoreConflict.versionChanged.error
    }
}
#endif
