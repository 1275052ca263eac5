import HoldfastCore
import HoldfastE2EE
import Testing

@Suite("The table of identity decisions")
struct IdentityTableTests {
    private static let everything = KeyProbe.allCases.flatMap { key in
        DatabaseProbe.allCases.flatMap { database in
            DirectoryProbe.allCases.map { directory in
                IdentityFindings(key: key, database: database, directory: directory)
            }
        }
    }

    /// The rows as they stand in the documentation of the table, written out once more.
    private static let rows: [IdentityFindings: IdentityDecision] = [
        .init(key: .ready, database: .current, directory: .sameKey): .proceed(isConfirmed: true),
        .init(key: .ready, database: .current, directory: .unreachable):
            .proceed(isConfirmed: false),
        .init(key: .ready, database: .current, directory: .unconfirmed):
            .proceed(isConfirmed: false),
        .init(key: .ready, database: .missing, directory: .sameKey): .reinstalled,
        .init(key: .ready, database: .otherInstall, directory: .sameKey): .rolledBack,
        .init(key: .ready, database: .behind, directory: .sameKey): .rolledBack,
        .init(key: .ready, database: .current, directory: .revoked): .revoked,
        .init(key: .ready, database: .current, directory: .removalWaits): .removalWaits,
        .init(key: .missing, database: .current, directory: .revoked): .revoked,
        .init(key: .missing, database: .otherInstall, directory: .revoked): .revoked,
        .init(key: .missing, database: .behind, directory: .revoked): .revoked,
        .init(key: .foreign, database: .current, directory: .revoked): .revoked,
        .init(key: .foreign, database: .otherInstall, directory: .revoked): .revoked,
        .init(key: .foreign, database: .behind, directory: .revoked): .revoked,
        .init(key: .invalidated, database: .current, directory: .revoked): .revoked,
        .init(key: .invalidated, database: .otherInstall, directory: .revoked): .revoked,
        .init(key: .invalidated, database: .behind, directory: .revoked): .revoked,
        .init(key: .ready, database: .current, directory: .unknown): .registerAgain,
        .init(key: .missing, database: .current, directory: .sameKey): .keyLost(.missing),
        .init(key: .missing, database: .otherInstall, directory: .sameKey): .keyLost(.missing),
        .init(key: .missing, database: .behind, directory: .sameKey): .keyLost(.missing),
        .init(key: .foreign, database: .current, directory: .sameKey): .keyLost(.foreign),
        .init(key: .foreign, database: .otherInstall, directory: .sameKey): .keyLost(.foreign),
        .init(key: .foreign, database: .behind, directory: .sameKey): .keyLost(.foreign),
        .init(key: .invalidated, database: .current, directory: .sameKey): .keyLost(.invalidated),
        .init(key: .invalidated, database: .behind, directory: .sameKey): .keyLost(.invalidated),
        .init(key: .invalidated, database: .otherInstall, directory: .sameKey): .keyLost(.missing),
        .init(key: .missing, database: .missing, directory: .noAccount): .firstInstall,
        .init(key: .missing, database: .missing, directory: .otherDevices): .newDevice,
    ]

    @Test("Every row of the table, and nothing beside them, decides something")
    func rows() {
        #expect(Self.everything.count == 7 * 5 * 9)
        for findings in Self.everything {
            let decision = IdentityTable.decision(for: findings)
            if let row = Self.rows[findings] {
                #expect(decision == row, "\(findings)")
            } else {
                #expect(Self.isStandstill(decision), "\(findings) → \(decision)")
            }
        }
    }

    @Test("P1: nothing is made or given up while key store, database or server gave no answer")
    func noAnswer() {
        for findings in Self.everything {
            let isSilent =
                [.lockedNow, .cancelled, .backendDown].contains(findings.key)
                || findings.database == .unreadable
            let needsServer = [.unreachable, .unconfirmed].contains(findings.directory)
            guard isSilent || needsServer else { continue }
            #expect(!IdentityTable.decision(for: findings).changesIdentity, "\(findings)")
        }
    }

    @Test("P7: nothing is sent under an identity whose key is not ready or whose database is old")
    func sending() {
        for findings in Self.everything
        where findings.key != .ready || findings.database != .current {
            #expect(!IdentityTable.decision(for: findings).maySend, "\(findings)")
        }
    }

    @Test("P9: every decision that a person should know of has words, each its own key")
    func words() {
        var seen: [String: Set<String>] = [:]
        for findings in Self.everything {
            let decision = IdentityTable.decision(for: findings)
            guard let words = IdentityWords(decision) else {
                #expect(
                    !decision.changesIdentity || decision == .firstInstall, "\(decision)")
                continue
            }
            #expect(!words.title.isEmpty && words.body.hasSuffix("."))
            seen[words.key, default: []].insert(words.title + words.body)
        }
        #expect(seen.count == 11)
        #expect(seen.values.allSatisfy { $0.count == 1 })
    }

    @Test("P9: what the journal says of a decision is words, and of no two decisions the same")
    func plainWords() {
        var decisions: [String: IdentityDecision] = [:]
        for findings in Self.everything {
            let decision = IdentityTable.decision(for: findings)
            let line = "\(findings): \(decision)"
            #expect(line.allSatisfy { $0.isLowercase || " ,:'".contains($0) }, "\(line)")
            let known = decisions.updateValue(decision, forKey: "\(decision)")
            #expect(known == nil || known == decision)
        }
        #expect(decisions.count == 18)
    }

    @Test(
        "P11: a code of a key store says the same of a key everywhere",
        arguments: ErrorCatalogue.entries.map(\.code))
    func codes(code: KeychainError.Code) {
        let probe = KeyProbe(KeychainError(code, "x"))
        #expect(probe.isEnd == (code == .keyInvalidated))
        #expect(probe != .ready && probe != .missing)
    }

    private static func isStandstill(_ decision: IdentityDecision) -> Bool {
        switch decision {
        case .notYet, .needsDecision: true
        default: false
        }
    }
}
