import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    static let protections: [ConformanceCase] = [
        ConformanceCase("P2: a new item without a protection gets the standard one") { exam in
            let key = try exam.key("standard")
            try await exam.store.write(.one, for: key)
            let known = try await exam.store.attributes(of: key)
            try exam.expect(
                known?.protection == exam.standardProtection, "the protection is the standard")
        },
        ConformanceCase("P2: rewriting a value keeps its protection") { exam in
            for accessibility in exam.usableAccessibilities {
                let key = try exam.key(accessibility.rawValue)
                let protection = ItemProtection(accessibility: accessibility)
                try await exam.store.write(
                    SecretBytes([1]), for: key, options: WriteOptions(protection: protection))
                try await exam.store.write(SecretBytes([2]), for: key)
                try await exam.writePromptFree(SecretBytes([4]), for: key)
                if exam.store.capabilities.hasVersions {
                    try await exam.store.update(key) { _ throws(KeychainError) in SecretBytes([4]) }
                }
                let known = try await exam.store.attributes(of: key)
                try exam.expect(
                    known?.protection == protection, "\(accessibility) stays over three rewrites")
                try await exam.expect(key, holds: SecretBytes([4]), "\(accessibility), rewritten")
            }
        },
        ConformanceCase("P2: every class can be changed to every other, in place") { exam in
            let key = try exam.key("moving")
            for from in exam.usableAccessibilities {
                for to in exam.usableAccessibilities {
                    for (step, accessibility) in [from, to].enumerated() {
                        let value = pattern(count: 40 + step, seed: 1)
                        try await exam.store.write(
                            value, for: key,
                            options: WriteOptions(protection: .init(accessibility: accessibility)))
                        try await exam.expect(key, holds: value, "\(from) to \(to), step \(step)")
                    }
                    let listed = try await exam.store.list(service: nil)
                    try exam.expect(listed.count == 1, "\(from) to \(to) leaves one item")
                    try exam.expect(
                        listed.first?.protection.accessibility == to, "\(from) became \(to)")
                }
            }
        },
        ConformanceCase("P11: what the store lists can be written, and is kept") { exam in
            for (index, protection) in listedProtections(exam).enumerated() {
                let key = try exam.key("listed \(index)")
                try await exam.store.write(
                    .one, for: key, options: WriteOptions(protection: protection))
                let known = try await exam.store.attributes(of: key)
                try exam.expect(known?.protection == protection, "protection \(index) is kept")
            }
        },
        ConformanceCase("P11: canUse and a write agree on every access control") { exam in
            for accessControl in AccessControl.allCases {
                try await checkAgreement(on: accessControl, exam)
            }
        },
    ]

    private static func listedProtections(_ exam: Examination) -> [ItemProtection] {
        let capabilities = exam.store.capabilities
        var protections = exam.usableAccessibilities.map { ItemProtection(accessibility: $0) }
        protections += KeyStorage.allCases.filter(capabilities.keyStorages.contains)
            .map { exam.standardProtection(keyStorage: $0) }
        if capabilities.hasSynchronizableItems {
            protections.append(
                ItemProtection(accessibility: .afterFirstUnlock, isSynchronizable: true))
        }
        if capabilities.hasAccessGroups {
            var protection = exam.standardProtection
            protection.accessGroup = "group.conformance"
            protections.append(protection)
        }
        return protections
    }

    private static func checkAgreement(
        on accessControl: AccessControl, _ exam: Examination
    ) async throws {
        let availability = try exam.store.canUse(accessControl)
        let isListed = exam.store.capabilities.accessControls.contains(accessControl)
        if accessControl == .none {
            try exam.expect(availability == .available, "no access control is always available")
        }
        try exam.expect(
            isListed || availability != .available,
            "\(accessControl) is available and not among the capabilities")
        let key = try exam.key(accessControl.rawValue)
        var protection = exam.standardProtection
        protection.accessControl = accessControl
        let options = WriteOptions(protection: protection)
        try await exam.store.write(SecretBytes([1]), for: key)
        if let refusal = availability.refusal {
            try await exam.expectError(refusal.code, from: "a write with \(accessControl)") {
                () throws(KeychainError) in
                try await exam.store.write(SecretBytes([2]), for: key, options: options)
            }
            try await exam.expect(key, holds: SecretBytes([1]), "after the refused write")
        } else {
            try await exam.store.write(SecretBytes([2]), for: key, options: options)
            try exam.expect(
                try await exam.store.read(key), is: SecretBytes([2]), "under \(accessControl)")
        }
    }
}
