import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastE2EE

@Suite("Safety numbers")
struct SafetyNumberTests {
    // From the tests of libsignal: rust/protocol/src/fingerprint.rs, fingerprint_test_v1, commit
    // 03a739a95caeea91dbdef44b67b24735f401953c.
    private static let aliceKey: [UInt8] = hex(
        "0506863bc66d02b40d27b8d49ca7c09e9239236f9d7d25d6fcca5ce13c7064d868")
    private static let bobKey: [UInt8] = hex(
        "05f781b6fb32fed9ba1cf2de978d4d5da28dc34046ae814402b5c0dbd96fda907b")

    @Test("The construction gives what libsignal's own test expects")
    func vector() {
        let alice = SafetyNumber.fingerprint(
            key: Self.aliceKey, identifier: Array("+14152222222".utf8))
        let bob = SafetyNumber.fingerprint(
            key: Self.bobKey, identifier: Array("+14153333333".utf8))
        #expect(
            Array(alice.prefix(32))
                == Self.hex("1e301a0353dce3dbe7684cb8336e85136cdc0ee96219494ada305d62a7bd61df"))
        #expect(
            Array(bob.prefix(32))
                == Self.hex("d62cbf73a11592015b6b9f1682ac306fea3aaf3885b84d12bca631e9d4fb3a4d"))
        let expected = "300354477692869396892869876765458257569162576843440918079131"
        #expect(SafetyNumber(sides: alice, bob).digits == expected)
        #expect(SafetyNumber(sides: bob, alice).digits == expected)
    }

    @Test("Both sides see the same sixty digits, in twelve groups of five")
    func symmetric() throws {
        let ada = try ContactAccount(ContactDevice("ada")).log.account
        let bob = try ContactAccount(ContactDevice("bob")).log.account
        let number = SafetyNumber(own: ada, contact: bob)
        #expect(number == SafetyNumber(own: bob, contact: ada))
        #expect(number.digits.utf8.count == 60)
        #expect(number.digits.utf8.allSatisfy { (0x30...0x39).contains($0) })
        #expect(number.groups.count == 12 && number.groups.allSatisfy { $0.utf8.count == 5 })
        #expect(number.description.split(separator: " ").map(String.init) == number.groups)
    }

    @Test("A new device leaves the number as it is; a new account has another")
    func accounts() throws {
        let (phone, laptop) = (try ContactDevice("phone"), try ContactDevice("laptop"))
        let own = try ContactAccount(ContactDevice("own")).log.account
        var account = try ContactAccount(phone)
        let before = SafetyNumber(own: own, contact: account.log.account)
        try account.add(laptop, by: phone)
        #expect(SafetyNumber(own: own, contact: account.log.account) == before)
        let other = try ContactAccount(phone, recovery: P256PrivateKey(random: SystemRandom()))
        #expect(SafetyNumber(own: own, contact: other.log.account) != before)
    }

    private static func hex(_ text: String) -> [UInt8] {
        let digits = text.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
