#if os(Linux) && SecretService
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import Testing

@Suite("A real keyring that is locked while it is being used", .serialized)
struct LockedInUseTests {
    private static let count = 12

    /// A keyring with items, by a layout.
    private func filled(_ layout: SecretServiceLayout, _ desktop: Desktop) async throws -> [ItemKey]
    {
        let store = try desktop.store(layout)
        var names: [ItemKey] = []
        for number in 0..<Self.count {
            let name = try ItemKey(service: "s", account: "\(number)")
            try await store.write(SecretBytes(utf8: "value \(number)"), for: name)
            names.append(name)
        }
        return names
    }

    @Test(
        "P1: a listing of many that is locked out on its way is locked, not shorter",
        arguments: [
            ("SearchItems", 1), ("GetAll", 1), ("GetAll", 5), ("GetAll", Self.count),
            ("GetSecret", 1), ("GetSecret", Self.count),
        ])
    func listing(_ member: String, _ call: Int) async throws {
        let desktop = try await Desktop()
        let layout: SecretServiceLayout =
            member == "GetSecret" ? .shared(.secretTool) : .native
        let names = try await filled(layout, desktop)
        let keyring = try await ForwardedKeyring(desktop, lockingAt: (member, call))
        let store = try keyring.store(layout)
        await expect(.interactionNotAllowed) { () throws(KeychainError) in
            try await store.list(service: nil)
        }
        #expect(await store.availability() == .beforeFirstUnlock, "it was locked on the way")
        try desktop.unlock()
        #expect(try await store.list(service: nil).map(\.key) == names.sorted())
    }

    @Test(
        "P1: of many reads those after the lock are refused, none is nil and none another's",
        arguments: [("SearchItems", 5), ("GetAll", 5), ("GetSecret", 5)])
    func reading(_ member: String, _ call: Int) async throws {
        let desktop = try await Desktop()
        let names = try await filled(.native, desktop)
        let keyring = try await ForwardedKeyring(desktop, lockingAt: (member, call))
        let store = try keyring.store()
        var read = 0
        for (number, name) in names.enumerated() {
            do {
                let item = try await store.read(name)
                #expect(item?.value == SecretBytes(utf8: "value \(number)"))
                read += 1
            } catch {
                #expect(error.code == .interactionNotAllowed, "\(error.message)")
            }
        }
        #expect(read == call - 1, "the lock came in the middle of read \(call)")
        try desktop.unlock()
        for (number, name) in names.enumerated() {
            #expect(try await store.read(name)?.value == SecretBytes(utf8: "value \(number)"))
        }
    }

    @Test("P2: a write that is locked out on its way leaves the old value", arguments: 1...3)
    func writing(_ call: Int) async throws {
        let desktop = try await Desktop()
        let name = try #require(try await filled(.native, desktop).first)
        let keyring = try await ForwardedKeyring(desktop, lockingAt: ("GetAll", call))
        let store = try keyring.store()
        var failed = false
        do {
            try await store.write(SecretBytes(utf8: "new"), for: name)
        } catch {
            #expect(error.code == .interactionNotAllowed, "\(error.message)")
            failed = true
        }
        try desktop.unlock()
        let value = try await store.read(name)?.value
        #expect(
            value == SecretBytes(utf8: "new") || (failed && value == SecretBytes(utf8: "value 0")))
        #expect(try await store.list(service: nil).count == Self.count)
    }

    @Test("P1: a lock at any moment of listings leaves each whole or refused")
    func anyMoment() async throws {
        let desktop = try await Desktop()
        let names = try await filled(.native, desktop).sorted()
        let store = try desktop.store()
        for round in 0..<8 {
            let listings = Task { await Self.failure(ofListing: names, store) }
            try await Task.sleep(for: .milliseconds(20 + 7 * round))
            try desktop.lock()
            let code = await listings.value?.code
            #expect(code == .interactionNotAllowed)
            try desktop.unlock()
        }
        #expect(try await store.list(service: nil).map(\.key) == names)
    }

    /// Lists again and again, until that is refused.
    private static func failure(
        ofListing names: [ItemKey], _ store: SecretServiceStore
    ) async -> KeychainError? {
        for _ in 0..<100_000 {
            do throws(KeychainError) {
                let listed = try await store.list(service: nil).map(\.key)
                #expect(listed == names)
            } catch {
                return error
            }
        }
        return nil
    }
}
#endif
