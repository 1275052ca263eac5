import HoldfastCore
import Testing

@testable import HoldfastLab

/// Every code of the catalogue, through the public API of the backends, on each platform.
@Suite("Error situations")
struct ErrorSituationTests {
    @Test("P11: a situation ends in its code", arguments: ErrorSituations.all)
    func ends(_ situation: ErrorSituation) async {
        guard case .failure(let error) = await situation.play() else {
            Issue.record("\(situation): no error")
            return
        }
        #expect(error.code == situation.code, "\(situation): \(error)")
    }

    @Test("P11: every code of the catalogue has a situation on each platform, or a reason")
    func coverage() {
        print(ErrorSituations.table)
        for entry in ErrorCatalogue.entries {
            for platform in PhoneSystem.allCases {
                let situations = ErrorSituations.of(entry.code, on: platform)
                let isNever = Self.never[platform, default: []].contains(entry.code)
                #expect(situations.isEmpty == isNever, "\(entry.code) on \(platform)")
            }
        }
        let codes = Set(ErrorCatalogue.entries.map(\.code))
        #expect(codes.isSuperset(of: ErrorSituations.all.map(\.code)))
    }

    @Test("P11: a reason is given exactly where a platform never has a code")
    func absences() {
        for platform in PhoneSystem.allCases {
            let given = ErrorSituations.absences.filter { $0.platform == platform }
            #expect(Set(given.map(\.code)) == Self.never[platform])
            #expect(given.allSatisfy { !$0.reason.isEmpty })
        }
        #expect(!ErrorSituations.table.contains("NOTHING"))
    }

    @Test("Only what no simulated phone does by itself is injected")
    func injected() {
        for platform in PhoneSystem.allCases {
            let onlyInjected = ErrorCatalogue.entries.map(\.code).filter { code in
                let situations = ErrorSituations.of(code, on: platform)
                return !situations.isEmpty && situations.allSatisfy { $0.origin == .injected }
            }
            // An app is denied its own keys by nothing that a phone does.
            #expect(onlyInjected == (platform == .android ? [.missingEntitlement] : []))
        }
    }

    @Test("A planted situation that answers, or is never reached, is told from one that fails")
    func planted() async {
        let refusal = KeychainError(.unknown, "planted")
        #expect(await Self.plant().play() == .answer)
        #expect(await Self.plant(act: refusal).play() == .failure(refusal))
        #expect(
            await Self.plant(arrange: refusal).play()
                == .notReached("before the last call: UNKNOWN"))
        let strike = ErrorSituation.Strike.event(.lock, at: "SecItemAdd")
        #expect(
            await Self.plant(at: strike).play() == .notReached("SecItemAdd is not called"))
    }

    @Test("P12: a situation played again ends in the same error, and no two are called the same")
    func again() async {
        for situation in ErrorSituations.all {
            #expect(await situation.play() == situation.play(), "\(situation)")
        }
        #expect(Set(ErrorSituations.all.map(\.description)).count == ErrorSituations.all.count)
    }

    private static func plant(
        at strike: ErrorSituation.Strike? = nil, arrange: KeychainError? = nil,
        act: KeychainError? = nil
    ) -> ErrorSituation {
        ErrorSituation(
            platform: .iOS, code: .unknown, words: "planted", profile: .iPhone(), strike: strike,
            arrange: { (_) throws(KeychainError) in if let arrange { throw arrange } },
            act: { (_) throws(KeychainError) in if let act { throw act } })
    }

    /// What the catalogue's reference says of a platform: it has no such thing.
    private static let never: [PhoneSystem: Set<KeychainError.Code>] = [
        .iOS: [.lockoutPermanent, .noActivity],
        .android: [.userFallback, .missingUsageDescription],
    ]
}
