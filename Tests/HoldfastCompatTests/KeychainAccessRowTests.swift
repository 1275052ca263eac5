import FoundationEssentials
import HoldfastApple
import HoldfastCompat
import HoldfastCrypto
import HoldfastLab
import Testing

/// Rows as KeychainAccess lays them, on a simulated iPhone.
///
/// - Note: `Keychain.swift` of kishikawakatsumi/KeychainAccess, `Options.attributes(key:value:)`:
///   class, service, account, synchronizable, value and `kSecAttrAccessible`.
@Suite struct KeychainAccessRowTests {
    private let phone = SimulatedPhone(.iPhone(), seed: 1)
    private let process: AppProcess
    private let store: AppleKeychain
    private let keychain: Keychain
    private static let service = "com.example.app"

    init() {
        let app = AppIdentifier("org.example.chat")
        for event: PhoneEvent in [.lock, .unlock, .install(app), .foreground(app)] {
            phone.send(event)
        }
        process = phone.launch(app)
        store = AppleKeychain(process.apple)
        keychain = Keychain(service: Self.service, in: store)
    }

    /// Adds a row as the other library does.
    private func lay(
        _ key: String, _ value: String, accessible: String = SecItemName.afterFirstUnlock,
        isSynchronizable: Bool = false
    ) {
        let status = process.apple.secItem.add([
            SecItemName.itemClass: .text(SecItemName.genericPassword),
            SecItemName.service: .text(Self.service), SecItemName.account: .text(key),
            SecItemName.synchronizable: .flag(isSynchronizable),
            SecItemName.accessible: .text(accessible),
            SecItemName.valueData: .data(SecretBytes(utf8: value)),
        ])
        #expect(status == 0)
    }

    /// All rows of the service, whoever wrote them, as they lie.
    private func rows() -> [SecItemDictionary] {
        process.apple.secItem.copyMatching([
            SecItemName.itemClass: .text(SecItemName.genericPassword),
            SecItemName.service: .text(Self.service),
            SecItemName.synchronizable: .text(SecItemName.synchronizableAny),
            SecItemName.matchLimit: .text(SecItemName.matchLimitAll),
            SecItemName.returnAttributes: .flag(true), SecItemName.returnData: .flag(true),
        ]).rows
    }

    @Test("Items of the other library are found under their names", arguments: [false, true])
    func found(isSynchronizable: Bool) throws {
        lay("token", "old", isSynchronizable: isSynchronizable)
        lay("empty", "")
        #expect(try keychain["token"] == "old")
        #expect(try keychain.getData("token") == Data("old".utf8))
        #expect(try keychain.get("empty") == "")
        #expect(try keychain.contains("token"))
        #expect(try keychain.contains("other") == false)
        #expect(try keychain.get("other") == nil)
        try keychain.set("new", key: "mine")
        #expect(try keychain.allKeys() == ["empty", "mine", "token"])
        #expect(try Keychain(service: "another", in: store).allKeys() == [])
    }

    @Test("P2: an item of the other library is neither written over nor removed")
    func untouched() throws {
        lay("token", "old")
        lay("synced", "old", isSynchronizable: true)
        let before = rows()
        #expect(before.count == 2)
        let changes: [() throws -> Void] = [
            { try keychain.set("new", key: "token") }, { try keychain.set("new", key: "synced") },
            { try keychain.remove("token") }, { try keychain.remove("synced") },
            { try keychain.removeAll() },
        ]
        for change in changes {
            let error = #expect(throws: KeychainError.self) { try change() }
            #expect(error?.code == .invalidArgument)
        }
        #expect(rows() == before)
    }

    @Test("P1: what the lock hides is an error and not missing, for every call")
    func locked() throws {
        lay("token", "old", accessible: SecItemName.whenUnlocked)
        #expect(try keychain.get("token") == "old")
        phone.send(.lock)
        phone.send(.timePasses(60))
        let error = #expect(throws: KeychainError.self) { try keychain.get("token") }
        #expect(error?.code == .interactionNotAllowed)
        #expect(throws: KeychainError.self) { try keychain.allKeys() }
        #expect(throws: KeychainError.self) { try keychain.set("new", key: "token") }
        #expect(throws: KeychainError.self) { try keychain.remove("token") }
        phone.send(.unlock)
        #expect(try keychain.get("token") == "old")
    }

    @Test("P1: before the first unlock no call answers nil, false or an empty list")
    func beforeFirstUnlock() throws {
        lay("token", "old")
        phone.send(.reboot)
        let app = phone.launch(AppIdentifier("org.example.chat"))
        let early = Keychain(service: Self.service, in: AppleKeychain(app.apple))
        #expect(throws: KeychainError.self) { try early.get("token") }
        #expect(throws: KeychainError.self) { try early.contains("token") }
        #expect(throws: KeychainError.self) { try early.allKeys() }
        phone.send(.unlock)
        #expect(try early.get("token") == "old")
    }

    @Test("P1: no failure of any one call makes an item of the other library missing")
    func failures() throws {
        lay("token", "old")
        _ = try keychain.get("token")
        var refusals = 0
        for status in [-25_308, -25_300, -25_293, -36, -34_018] {
            for number in 1...8 {
                let failure = NativeFailure(
                    domain: "NSOSStatusErrorDomain", code: status, name: "fault")
                phone.arm(FaultPlan([Fault(callNumber: number, .failure(failure, .beforeEffect))]))
                do {
                    let value = try keychain.get("token")
                    #expect(value == "old", "\(status) at call \(number)")
                    let isThere = try keychain.contains("token")
                    #expect(isThere, "\(status) at call \(number)")
                } catch {
                    refusals += 1
                }
                phone.arm(.none)
            }
        }
        #expect(refusals > 4)
    }

    @Test("Two items of one name are an error that says so, and our own counts before both")
    func ambiguous() throws {
        try keychain.set("mine", key: "token")
        lay("token", "synced", isSynchronizable: true)
        #expect(try keychain.get("token") == "mine")
        #expect(try keychain.allKeys() == ["token"])
        lay("other", "one")
        lay("other", "two", isSynchronizable: true)
        let error = #expect(throws: KeychainError.self) { try keychain.get("other") }
        #expect(error?.code == .invalidArgument)
        #expect(throws: KeychainError.self) { try keychain.remove("token") }
        #expect(try keychain.get("token") == "mine")
    }
}
