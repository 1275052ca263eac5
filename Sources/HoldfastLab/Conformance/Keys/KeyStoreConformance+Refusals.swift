import HoldfastCore
import HoldfastCrypto

extension KeyStoreConformance {
    static let refusals: [KeyStoreCase] = [
        KeyStoreCase("P7: what would let a key leave its device is refused") { exam in
            let leaving = [
                ItemProtection(accessibility: .afterFirstUnlock),
                ItemProtection(accessibility: .whenUnlocked),
                ItemProtection(accessibility: .afterFirstUnlock, isSynchronizable: true),
                ItemProtection(isSynchronizable: true),
            ]
            for (index, protection) in leaving.enumerated() {
                for use in exam.uses {
                    try await checkRefused(
                        protection, use, with: .invalidArgument, "leaving \(index)", exam)
                }
            }
            try exam.expect(
                exam.store.capabilities.accessibilities.allSatisfy(\.isThisDeviceOnly),
                "the store lists only classes that stay")
        },
        KeyStoreCase("P11: contradictions are refused") { exam in
            let contradictions = [
                ItemProtection(accessControl: .devicePasscode, authValiditySeconds: -1),
                ItemProtection(accessControl: .devicePasscode, authValiditySeconds: 86_401),
                ItemProtection(authValiditySeconds: 30),
                ItemProtection(accessControl: .biometryCurrentSet, authValiditySeconds: 30),
                ItemProtection(accessGroup: ""),
            ]
            for (index, protection) in contradictions.enumerated() {
                for use in exam.uses {
                    try await checkRefused(
                        protection, use, with: .invalidArgument, "contradiction \(index)", exam)
                }
            }
        },
        KeyStoreCase("P11: an option that the key store does not list is refused") { exam in
            let rows = unlisted(exam.store.capabilities)
            if rows.isEmpty { throw MissingControl(reason: "the store lists every option") }
            for (index, row) in rows.enumerated() {
                try await checkRefused(row.protection, row.use, with: row.code, "\(index)", exam)
            }
        },
        KeyStoreCase("P11: an access control is refused as canUse says") { exam in
            for accessControl in AccessControl.allCases {
                guard let refusal = try exam.store.canUse(accessControl).refusal,
                    let use = exam.uses.first
                else { continue }
                try await checkRefused(
                    ItemProtection(accessControl: accessControl), use, with: refusal.code,
                    accessControl.rawValue, exam)
            }
            try exam.expect(try exam.store.canUse(.none) == .available, "none can be used")
        },
        KeyStoreCase("P10: errors and descriptions show no name and no key") { exam in
            guard let use = exam.uses.first else {
                throw MissingControl(reason: "the store has no keys")
            }
            let name = try ItemKey(service: "hushservice", account: "hushaccount")
            try await exam.store.create(name, use: use)
            var texts: [String] = ["\(exam.store)"]
            if let known = try await exam.store.attributes(of: name) { texts.append("\(known)") }
            for call: @Sendable () async throws -> Void in [
                { try await exam.store.create(name, use: use) },
                { for other in DeviceKeyUse.allCases { _ = try await exam.use(name, for: other) } },
                {
                    try await exam.store.create(
                        name, use: use, protection: ItemProtection(isSynchronizable: true))
                },
            ] {
                do {
                    try await call()
                } catch let error as KeychainError {
                    texts += ["\(error)", error.message, error.recovery]
                }
            }
            try exam.expect(!texts.contains { $0.contains("hush") }, "no text holds the name")
        },
    ]

    private typealias Row = (
        protection: ItemProtection, use: DeviceKeyUse, code: KeychainError.Code
    )

    private static func unlisted(_ capabilities: KeyStoreCapabilities) -> [Row] {
        var rows: [Row] = []
        let listed = DeviceKeyUse.allCases.first { capabilities.uses.contains($0) }
        for use in DeviceKeyUse.allCases where !capabilities.uses.contains(use) {
            rows.append((.standard, use, .unsupported))
        }
        guard let use = listed else { return rows }
        for accessibility in Accessibility.allCases
        where accessibility.isThisDeviceOnly
            && !capabilities.accessibilities.contains(accessibility)
        {
            rows.append((ItemProtection(accessibility: accessibility), use, .unsupported))
        }
        for keyStorage in KeyStorage.allCases where !capabilities.keyStorages.contains(keyStorage) {
            let insists = keyStorage == .strongboxRequired || keyStorage == .tpmRequired
            rows.append(
                (
                    ItemProtection(keyStorage: keyStorage), use,
                    insists ? .hardwareUnavailable : .unsupported
                ))
        }
        if !capabilities.hasAccessGroups {
            rows.append((ItemProtection(accessGroup: "group.conformance"), use, .unsupported))
        }
        return rows
    }

    /// Expects that a protection is refused by both ways of creating, and that nothing was made.
    private static func checkRefused(
        _ protection: ItemProtection, _ use: DeviceKeyUse, with code: KeychainError.Code,
        _ what: String, _ exam: KeyStoreExamination
    ) async throws {
        let name = try exam.name("refused")
        try await exam.expectError(code, from: what) { () throws(KeychainError) in
            try await exam.store.create(name, use: use, protection: protection)
        }
        try await exam.expectError(code, from: what + ", prompt-free") {
            () throws(KeychainError) in
            try exam.store.createWithoutPrompt(name, use: use, protection: protection)
        }
        try await exam.expectMissing(name, "after \(what)")
    }
}
