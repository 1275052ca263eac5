import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration
import Testing

/// A migration on a simulated Android phone that is struck at each of its platform calls.
@Suite("A migration on Android that is struck anywhere")
struct AndroidFaultTests {
    private static let items = [("a", "value of a"), ("b", "value of b")]
    private static let library = AndroidLibrary.flutterSecureStorage(package: "org.example.chat")
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
        let broken = NativeFailure(domain: "errno", code: 5, name: "EIO")
        let count = try await forEachCall { .failure(broken, moment) }
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
            let phone = AndroidPhone()
            try phone.layFlutter(Self.items)
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
            for (name, value) in Self.items {
                let copy = try await phone.value("new", name)
                #expect(copy == SecretBytes(utf8: value), "after call \(number)")
                #expect(try await Self.left(phone, name) == nil, "after call \(number)")
            }
        }
        return 400
    }

    /// A run that may throw or report anything: what it leaves behind is what counts.
    private static func run(_ phone: AndroidPhone) async {
        do {
            _ = try await phone.migrate(library, options)
        } catch {
            #expect(error.code != .dataCorrupted)
        }
    }

    /// What the source has of an item.
    private static func left(_ phone: AndroidPhone, _ name: String) async throws -> SecretBytes? {
        let source = phone.source(library)
        guard let item = try await source.listing().items.first(where: { $0.account == name })
        else { return nil }
        return try await source.read(item)
    }

    private static func checkNothingIsLost(_ phone: AndroidPhone, _ number: Int) async throws {
        for (name, value) in items {
            if let left = try await left(phone, name) {
                #expect(left == SecretBytes(utf8: value), "the source after call \(number)")
                continue
            }
            let copy = try await phone.value("new", name)
            #expect(copy == SecretBytes(utf8: value), "the only copy after call \(number)")
        }
    }
}
