import HoldfastApple
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("The keychain of a simulated iPhone")
struct SimulatedKeychainTests {
    private static let item: SecItemDictionary = [
        "class": .text("genp"), "acct": .text("a"), "svce": .text("s"), "pdmn": .text("ak"),
        "v_Data": .data(SecretBytes(utf8: "value")),
    ]
    private static let query: SecItemDictionary = [
        "class": .text("genp"), "acct": .text("a"), "svce": .text("s"), "r_Data": .flag(true),
    ]

    @Test("Lock beats duplicate, in the order of Apple's own test")
    func lockBeatsDuplicate() {
        let phone = SimulatedPhone(.iPhone())
        let keychain = phone.launch("org.example.app").apple.secItem
        phone.send(.lock)
        #expect(keychain.add(Self.item) == -25308)
        phone.send(.unlock)
        #expect(keychain.add(Self.item) == 0)
        phone.send(.lock)
        #expect(keychain.add(Self.item) == -25308)
        phone.send(.unlock)
        #expect(keychain.add(Self.item) == -25299)
        let found = keychain.copyMatching(Self.query)
        #expect(found.status == 0 && found.rows.count == 1)
        #expect(found.rows.first?["v_Data"] == .data(SecretBytes(utf8: "value")))
        phone.send(.lock)
        #expect(keychain.copyMatching(Self.query).status == -25308)
    }
}
