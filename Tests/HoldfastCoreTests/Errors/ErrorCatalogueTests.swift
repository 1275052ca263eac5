import HoldfastCore
import Testing

@Suite struct ErrorCatalogueTests {
    /// The codes of the reference, in its order, and what the tool exits with.
    private static let reference: [(String, Int32)] = [
        ("USER_CANCELED", 4), ("USER_FALLBACK", 4), ("SYSTEM_CANCELED", 4), ("AUTH_FAILED", 4),
        ("LOCKOUT", 4), ("LOCKOUT_PERMANENT", 4), ("BIOMETRY_NOT_ENROLLED", 8),
        ("BIOMETRY_NOT_AVAILABLE", 8), ("PASSCODE_NOT_SET", 8), ("HARDWARE_UNAVAILABLE", 8),
        ("UNSUPPORTED", 8), ("KEY_INVALIDATED", 7), ("DATA_CORRUPTED", 6),
        ("INTERACTION_NOT_ALLOWED", 3), ("AUTH_REQUIRED", 4), ("NO_ACTIVITY", 4),
        ("MISSING_ENTITLEMENT", 8), ("MISSING_USAGE_DESCRIPTION", 8), ("INVALID_ARGUMENT", 5),
        ("UNKNOWN", 70),
    ]

    @Test("P11: the catalogue has every code of the reference once, in its order")
    func complete() {
        #expect(ErrorCatalogue.entries.map(\.code.rawValue) == Self.reference.map(\.0))
        for entry in ErrorCatalogue.entries {
            #expect(ErrorCatalogue.entry(for: entry.code) == entry)
            #expect(entry.when.hasSuffix("."), "a full sentence: \(entry.code)")
            #expect(!entry.whatToDo.isEmpty && !entry.whatToDo.hasSuffix("."))
        }
    }

    @Test("P11: each code has the exit status of its class")
    func exitStatuses() {
        for (code, status) in Self.reference {
            let error = KeychainError(KeychainError.Code(rawValue: code), "x")
            #expect(ErrorCatalogue.exitStatus(for: error) == status, "\(code)")
        }
    }

    @Test("UNKNOWN exits with 9 for a store that is busy or met an I/O error, else with 70")
    func unknown() {
        let statuses: [(String?, Int32)] = [
            ("errno", 9), ("sqlite", 9), ("holdfast.store", 9), ("holdfast.tpm", 9),
            ("holdfast.crypto", 70), ("tpm", 70), ("keyutils", 70), (nil, 70),
        ]
        for (domain, status) in statuses {
            let error = KeychainError(.unknown, "x", nativeDomain: domain, nativeCode: 1)
            #expect(ErrorCatalogue.exitStatus(for: error) == status, "\(domain ?? "none")")
        }
        // A domain decides for UNKNOWN alone.
        let damaged = KeychainError(.dataCorrupted, "x", nativeDomain: "sqlite", nativeCode: 11)
        #expect(ErrorCatalogue.exitStatus(for: damaged) == 6)
    }

    @Test("the page has a row for every code and every conflict")
    func page() {
        let rows = ErrorCatalogue.page.split(separator: "\n").filter { $0.hasPrefix("| ") }
        for (code, _) in Self.reference {
            #expect(rows.filter { $0.hasPrefix("| `\(code)` | ") }.count == 1, "\(code)")
        }
        for conflict in StoreConflict.allCases {
            #expect(rows.filter { $0.hasPrefix("| \(conflict.rawValue) | ") }.count == 1)
        }
        // And the two heads of the tables.
        #expect(rows.count == Self.reference.count + StoreConflict.allCases.count + 2)
    }
}
