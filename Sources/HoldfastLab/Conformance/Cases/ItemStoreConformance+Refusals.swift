import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    /// The cases for a store whose capabilities leave out kinds or versions, beside ``cases``: no
    /// other store has anything to refuse there.
    public static let casesOfLimitedStores: [ConformanceCase] = [
        ConformanceCase("P11: a kind or a condition that the store does not list is refused") {
            exam in
            let refused = unlistedOptions(exam.store.capabilities)
            if refused.isEmpty {
                throw MissingControl(reason: "the store lists every kind and has versions")
            }
            for (index, options) in refused.enumerated() {
                try await checkRefused(options, with: .unsupported, "unlisted \(index)", exam)
            }
        }
    ]

    static let refusals: [ConformanceCase] = [
        ConformanceCase("P11: options that contradict each other are INVALID_ARGUMENT") { exam in
            for (index, protection) in contradictions.enumerated() {
                try await checkRefused(
                    protection, with: .invalidArgument, "contradiction \(index)", exam)
            }
        },
        ConformanceCase("P11: contradictions are refused before the device is asked") { exam in
            try await exam.reboot()
            let key = try exam.key("contradictory")
            for (index, protection) in contradictions.enumerated() {
                let options = WriteOptions(protection: protection)
                try await exam.expectError(.invalidArgument, from: "contradiction \(index)") {
                    () throws(KeychainError) in
                    try await exam.store.write(.one, for: key, options: options)
                }
            }
        },
        ConformanceCase("P11: an option that the store does not list is refused") { exam in
            let refused = unlistedProtections(exam)
            if refused.isEmpty {
                throw MissingControl(reason: "the store lists every option there is")
            }
            for (index, (protection, code)) in refused.enumerated() {
                try await checkRefused(protection, with: code, "unlisted option \(index)", exam)
            }
        },
        ConformanceCase("P11: an item that needs a passcode is refused without one") { exam in
            let listed = exam.store.capabilities.accessibilities
            if exam.subject.hasPasscode {
                throw MissingControl(reason: "the subject has a passcode")
            }
            if !listed.contains(.whenPasscodeSetThisDeviceOnly) {
                throw MissingControl(reason: "the store has no class that needs a passcode")
            }
            try await checkRefused(
                ItemProtection(accessibility: .whenPasscodeSetThisDeviceOnly),
                with: .passcodeNotSet, "whenPasscodeSetThisDeviceOnly", exam)
        },
        ConformanceCase("P10: errors and descriptions show no name and no value") { exam in
            let marker = "mArKeR7391"
            let key = try exam.key(marker, service: marker)
            let value = SecretBytes(utf8: marker)
            try await exam.store.write(value, for: key)
            let errors = await collectErrors(key, value, exam)
            try exam.expect(errors.count == 4, "4 errors were provoked, not \(errors.count)")
            let item = try await exam.store.read(key)
            let attributes = try await exam.store.attributes(of: key)
            var texts = errors.flatMap { ["\($0)", String(reflecting: $0), $0.message] }
            texts += ["\(exam.store)", String(reflecting: exam.store), String(describing: item)]
            texts.append(String(describing: attributes))
            let leaks = texts.filter { $0.contains(marker) }.count
            try exam.expect(leaks == 0, "\(leaks) of \(texts.count) texts leak")
        },
    ]

    /// Rules of ``ItemProtection/validate()``, one a row.
    private static let contradictions: [ItemProtection] = [
        ItemProtection(accessibility: .whenUnlockedThisDeviceOnly, isSynchronizable: true),
        ItemProtection(accessibility: .whenPasscodeSetThisDeviceOnly, isSynchronizable: true),
        ItemProtection(
            accessibility: .whenUnlocked, accessControl: .devicePasscode, isSynchronizable: true),
        ItemProtection(
            accessibility: .whenUnlocked, isSynchronizable: true, keyStorage: .strongbox),
        ItemProtection(accessControl: .devicePasscode, authValiditySeconds: -1),
        ItemProtection(accessControl: .devicePasscode, authValiditySeconds: 86_401),
        ItemProtection(authValiditySeconds: 30),
        ItemProtection(accessControl: .biometryCurrentSet, authValiditySeconds: 30),
        ItemProtection(accessControl: .biometryCurrentSetOrPasscode, authValiditySeconds: 30),
        ItemProtection(accessGroup: ""),
        ItemProtection(accessGroup: "a\0b"),
    ]

    private static func unlistedProtections(
        _ exam: Examination
    ) -> [(ItemProtection, KeychainError.Code)] {
        let capabilities = exam.store.capabilities
        var rows: [(ItemProtection, KeychainError.Code)] = []
        for accessibility in Accessibility.allCases
        where !capabilities.accessibilities.contains(accessibility) {
            rows.append((ItemProtection(accessibility: accessibility), .unsupported))
        }
        for keyStorage in KeyStorage.allCases
        where !capabilities.keyStorages.contains(keyStorage) {
            let insists = keyStorage == .strongboxRequired || keyStorage == .tpmRequired
            rows.append(
                (
                    exam.standardProtection(keyStorage: keyStorage),
                    insists ? .hardwareUnavailable : .unsupported
                ))
        }
        if !capabilities.hasSynchronizableItems {
            let protection = ItemProtection(
                accessibility: .afterFirstUnlock, isSynchronizable: true)
            rows.append((protection, .unsupported))
        }
        if !capabilities.hasAccessGroups {
            var protection = exam.standardProtection
            protection.accessGroup = "group.conformance"
            rows.append((protection, .unsupported))
        }
        return rows
    }

    private static func unlistedOptions(_ capabilities: StoreCapabilities) -> [WriteOptions] {
        var options = ItemKind.allCases.filter { !capabilities.kinds.contains($0) }
            .map { WriteOptions(kind: $0) }
        if !capabilities.hasVersions {
            options.append(WriteOptions(condition: .ifVersion(ItemVersion(rawValue: 1))))
        }
        return options
    }

    /// Expects that a protection is refused by both ways of writing, and that nothing changed.
    private static func checkRefused(
        _ protection: ItemProtection, with code: KeychainError.Code, _ what: String,
        _ exam: Examination
    ) async throws {
        try await checkRefused(WriteOptions(protection: protection), with: code, what, exam)
    }

    private static func checkRefused(
        _ options: WriteOptions, with code: KeychainError.Code, _ what: String,
        _ exam: Examination
    ) async throws {
        let (old, new) = (try exam.key("old"), try exam.key("new"))
        try await exam.store.write(SecretBytes([1]), for: old)
        let before = try await exam.store.attributes(of: old)
        for key in [old, new] {
            try await exam.expectError(code, from: what) { () throws(KeychainError) in
                try await exam.store.write(SecretBytes([2]), for: key, options: options)
            }
            try await exam.expectError(code, from: what + ", prompt-free") {
                () throws(KeychainError) in
                try exam.store.writeWithoutPrompt(SecretBytes([2]), for: key, options: options)
            }
        }
        try await exam.expect(old, holds: SecretBytes([1]), "the old value after \(what)")
        try exam.expect(
            try await exam.store.attributes(of: old) == before, "its attributes after \(what)")
        try await exam.expectMissing(new, "a new item after \(what)")
    }

    private static func collectErrors(
        _ key: ItemKey, _ value: SecretBytes, _ exam: Examination
    ) async -> [KeychainError] {
        var errors: [KeychainError] = []
        let large = pattern(count: Item.maximumByteCount + 1, seed: 1)
        let stale = WriteOptions(condition: .ifVersion(ItemVersion(rawValue: .max)))
        do { try await exam.store.write(large, for: key) } catch { errors.append(error) }
        do {
            try await exam.store.write(value, for: key, options: WriteOptions(condition: .ifAbsent))
        } catch { errors.append(error) }
        do {
            try await exam.store.write(value, for: key, options: stale)
        } catch { errors.append(error) }
        do {
            try await exam.store.replaceInvalidated(
                key, with: value, options: .standard, prompt: .standard)
        } catch { errors.append(error) }
        return errors
    }
}
