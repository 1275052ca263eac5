import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration
import Testing

/// A migration on a simulated iPhone that is struck at each of its platform calls.
@Suite("A migration that is struck anywhere")
struct KeychainFaultTests {
    private static let names = ["a", "b"]
    private static let library = KeychainLibrary.keychainAccess(service: "old")
    private static let options = MigrationOptions(removesSource: true, service: "new")

    @Test("P2: a death at any call loses no value, and another run finishes", arguments: 0..<2)
    func deaths(_ moment: Int) async throws {
        let moment = Fault.Moment.allCases[moment]
        let count = try await forEachCall { .death(moment) }
        #expect(count > 20, "\(count) calls")
    }

    @Test("P2: a call that fails at any place loses no value", arguments: 0..<2)
    func failures(_ moment: Int) async throws {
        let moment = Fault.Moment.allCases[moment]
        let busy = NativeFailure(
            domain: "NSOSStatusErrorDomain", code: -25291, name: "errSecNotAvailable")
        let count = try await forEachCall { .failure(busy, moment) }
        #expect(count > 20, "\(count) calls")
    }

    @Test("P2: a phone that locks before any call loses no value")
    func locks() async throws {
        let count = try await forEachCall { .event(.lock) }
        #expect(count > 20, "\(count) calls")
    }

    /// Runs a migration once for each platform call that it makes, with a fault there.
    ///
    /// - Returns: how many calls there were.
    private func forEachCall(_ kind: () -> Fault.Kind) async throws -> Int {
        for number in 1...400 {
            let phone = Phone()
            for name in Self.names {
                #expect(phone.lay(service: "old", account: .text(name), Self.value(name)) == 0)
            }
            phone.phone.arm(FaultPlan([Fault(callNumber: number, kind())]))
            await Self.run(phone)
            let wasReached = phone.phone.callCount >= number
            phone.phone.arm(.none)
            guard wasReached else { return number - 1 }
            phone.phone.send(.unlock)
            phone.phone.send(.foreground(phone.app))
            try await Self.checkNothingIsLost(phone, number)
            let report = try await phone.migrate(Self.library, Self.options)
            #expect(report.isComplete, "after call \(number)")
            try await Self.checkEverythingHasMoved(phone, number)
        }
        return 400
    }

    private static func value(_ name: String) -> SecretBytes {
        SecretBytes(utf8: "value of \(name)")
    }

    /// A run that may throw or report anything: what it leaves behind is what counts.
    private static func run(_ phone: Phone) async {
        do {
            _ = try await phone.migrate(library, options)
        } catch {
            #expect(error.code != .dataCorrupted)
        }
    }

    private static func checkNothingIsLost(_ phone: Phone, _ number: Int) async throws {
        for name in names {
            let left = phone.foreignValue(service: "old", account: .text(name))
            if let left {
                #expect(left == value(name), "the source after call \(number)")
                continue
            }
            let key = try ItemKey(service: "new", account: name)
            let copy = try await AppleKeychain(phone.platform).read(key)?.value
            #expect(copy == value(name), "the only copy after call \(number)")
        }
    }

    private static func checkEverythingHasMoved(_ phone: Phone, _ number: Int) async throws {
        let store = AppleKeychain(phone.platform)
        for name in names {
            let key = try ItemKey(service: "new", account: name)
            #expect(try await store.read(key)?.value == value(name), "after call \(number)")
            #expect(phone.foreignValue(service: "old", account: .text(name)) == nil)
        }
    }
}
