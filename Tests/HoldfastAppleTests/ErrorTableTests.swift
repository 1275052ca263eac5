import HoldfastCore
import Testing

@testable import HoldfastApple

@Suite struct ErrorTableTests {
    @Test("P11: each number stands in its table once")
    func uniqueNumbers() {
        for table in Self.tables {
            let numbers = table.rows.map(\.number)
            #expect(Set(numbers).count == numbers.count, "\(table.domain)")
        }
    }

    @Test("P11: the keychain's table has every number of SecBase.h that an app can see")
    func keychainIsComplete() {
        let numbers = Set(KeychainError.statusTable.map(\.number))
        let header = [
            0, -4, -34, -36, -50, -108, -128, -909, -25291, -25292, -25293, -25299, -25300, -25303,
            -25304, -25306, -25308, -25315, -25316, -25330, -26275, -26276, -34018, -34019, -34020,
        ]
        #expect(numbers == Set(header))
    }

    @Test("P11: LocalAuthentication's table has every number of LAPublicDefines.h")
    func localAuthenticationIsComplete() {
        let numbers = Set(KeychainError.localAuthenticationTable.map(\.number))
        #expect(numbers == Set((-14)...0).union([-1004]))
    }

    @Test("P11: CryptoTokenKit's table has every number of TKError.h")
    func tokenIsComplete() {
        #expect(Set(KeychainError.tokenTable.map(\.number)) == Set((-9)...(-1)))
    }

    @Test("P11: a native error keeps its domain and number, and a number without a row is UNKNOWN")
    func nativePair() {
        for table in Self.tables {
            for row in table.rows where row.code != nil {
                let error = KeychainError(
                    AppleNativeError(domain: table.domain, code: row.number), "it failed")
                #expect(error.code == row.code)
                #expect(error.nativeDomain == table.domain)
                #expect(error.nativeCode == row.number)
                #expect(error.message.contains(row.name))
            }
            let stranger = KeychainError(
                AppleNativeError(domain: table.domain, code: -99_999), "it failed")
            #expect(stranger.code == .unknown)
            #expect(stranger.nativeCode == -99_999)
        }
        let elsewhere = KeychainError(AppleNativeError(domain: "NSCocoa", code: 4), "it failed")
        #expect(elsewhere.code == .unknown)
        #expect(elsewhere.nativeDomain == "NSCocoa")
    }

    @Test("P11: every code of the catalogue has a number behind it, or a rule of the package")
    func everyCode() {
        let native = Set(Self.tables.flatMap(\.rows).compactMap(\.code))
        // Found out before the platform is called: there is no number that says so.
        let ownRules: Set<KeychainError.Code> = [.missingUsageDescription]
        // Android's two, which no Apple device can be in.
        let neverHere: Set<KeychainError.Code> = [.lockoutPermanent, .noActivity]
        let all = Set(ErrorCatalogue.entries.map(\.code))
        #expect(native.union(ownRules).union(neverHere) == all)
        #expect(native.isDisjoint(with: ownRules.union(neverHere)))
    }

    private struct Table {
        let domain: String
        let rows: [NativeCode]
    }

    private static let tables = [
        Table(domain: Status.domain, rows: KeychainError.statusTable),
        Table(domain: LocalAuthenticationCode.domain, rows: KeychainError.localAuthenticationTable),
        Table(domain: KeychainError.tokenDomain, rows: KeychainError.tokenTable),
    ]
}
