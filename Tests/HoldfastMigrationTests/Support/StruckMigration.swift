import HoldfastAndroid
import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration
import Testing

/// A migration that is struck at each of its platform calls, one after the other, each on a phone of
/// its own.
enum StruckMigration: String, CaseIterable, Sendable {
    case keychainAccess
    case enclaveFlutter
    case androidFlutter
    case guardedReactNative

    /// A phone with the old library's items, and what can be done with it.
    struct Stage {
        let phone: SimulatedPhone
        let app: AppIdentifier
        /// The migration, by a process of its own.
        let run: () async throws(KeychainError) -> MigrationReport
        /// What the source has of an item.
        let left: (String) async throws -> SecretBytes?
        /// What the store has of it.
        let copy: (String) async throws -> SecretBytes?
    }

    static let names = ["a", "b"]
    static let options = MigrationOptions(removesSource: true, service: "new")
    static let prompt = Prompt(title: "Move your items")

    static func text(_ name: String) -> String { "value of \(name)" }

    var system: PhoneSystem {
        switch self {
        case .keychainAccess, .enclaveFlutter: .iOS
        case .androidFlutter, .guardedReactNative: .android
        }
    }

    /// A native failure that its phone's calls may answer with.
    var failure: NativeFailure {
        system == .iOS
            ? NativeFailure(
                domain: "NSOSStatusErrorDomain", code: -25291, name: "errSecNotAvailable")
            : NativeFailure(domain: "errno", code: 5, name: "EIO")
    }

    /// Runs the migration once for each platform call that it makes, with a fault there.
    ///
    /// - Returns: how many calls there were.
    func forEachCall(_ kind: Fault.Kind) async throws -> Int {
        for number in 1...400 {
            let stage = try await stage()
            stage.phone.arm(FaultPlan([Fault(callNumber: number, kind)]))
            await Self.runAnyhow(stage)
            let wasReached = stage.phone.callCount >= number
            stage.phone.arm(.none)
            guard wasReached else { return number - 1 }
            if Self.liesAboutDevice(stage.phone) { continue }
            stage.phone.send(.unlock)
            stage.phone.send(.foreground(stage.app))
            try await Self.checkNothingIsLost(stage, number)
            let report = try await stage.run()
            #expect(report.isComplete, "after call \(number)")
            for name in Self.names {
                let copy = try await stage.copy(name)
                #expect(copy == SecretBytes(utf8: Self.text(name)), "after call \(number)")
                #expect(try await stage.left(name) == nil, "after call \(number)")
            }
        }
        return 400
    }

    /// Whether the failure struck a question that the platform has no way to fail at: it was answered
    /// with a no then, as if there were no lock screen.
    private static func liesAboutDevice(_ phone: SimulatedPhone) -> Bool {
        phone.trace.contains { entry in
            guard case .call(let call, let faults, _) = entry.kind else { return false }
            return call.failures.isEmpty
                && faults.contains { if case .failure = $0.kind { true } else { false } }
        }
    }

    /// A run that may throw or report anything: what it leaves behind is what counts.
    private static func runAnyhow(_ stage: Stage) async {
        do {
            _ = try await stage.run()
        } catch {
            #expect(error.code != .dataCorrupted)
        }
    }

    private static func checkNothingIsLost(_ stage: Stage, _ number: Int) async throws {
        for name in names {
            let value = SecretBytes(utf8: text(name))
            if let left = try await stage.left(name) {
                #expect(left == value, "the source after call \(number)")
                continue
            }
            #expect(try await stage.copy(name) == value, "the only copy after call \(number)")
        }
    }
}

// MARK: - The phones

extension StruckMigration {
    private func stage() async throws -> Stage {
        switch self {
        case .keychainAccess:
            let phone = Phone()
            for name in Self.names {
                let value = SecretBytes(utf8: Self.text(name))
                #expect(phone.lay(service: "old", account: .text(name), value) == 0)
            }
            return stage(phone, .keychainAccess(service: "old"), asking: nil)
        case .enclaveFlutter:
            let phone = Phone()
            let access = AccessControlObject(
                protection: SecItemName.whenUnlockedThisDeviceOnly, flags: .biometryAny)
            for name in Self.names {
                try phone.layEnclaveFlutter("old", name, Self.text(name), access: access)
            }
            let protection = ItemProtection(
                accessibility: .whenUnlockedThisDeviceOnly, accessControl: .biometryAny)
            return stage(phone, .flutterSecureStorage(accountName: "old"), asking: protection)
        case .androidFlutter:
            let phone = AndroidPhone()
            try phone.layFlutter(Self.names.map { ($0, Self.text($0)) })
            return stage(
                phone, .flutterSecureStorage(package: "org.example.chat"), asking: false)
        case .guardedReactNative:
            let phone = AndroidPhone()
            try await phone.layGuardedReactNative(
                [("old", "a", Self.text("a"))], [("older", "b", Self.text("b"))])
            return stage(phone, .reactNativeKeychain(), asking: true)
        }
    }

    private func stage(
        _ phone: Phone, _ library: KeychainLibrary, asking protection: ItemProtection?
    ) -> Stage {
        @Sendable func source(_ platform: ApplePlatform) async throws(KeychainError)
            -> KeychainSource
        {
            let source = KeychainSource(library, in: platform)
            if let protection { try await source.askPerson(Self.prompt, for: protection) }
            return source
        }
        return Stage(
            phone: phone.phone, app: phone.app,
            run: { () async throws(KeychainError) in
                let platform = phone.platform
                return try await Migration(
                    from: source(platform), to: AppleKeychain(platform)
                ).run(Self.options)
            },
            left: { try await Self.value($0, in: source(phone.platform)) },
            copy: { name in
                try await AppleKeychain(phone.platform).read(
                    ItemKey(service: "new", account: name), prompt: Self.prompt)?.value
            })
    }

    private func stage(
        _ phone: AndroidPhone, _ library: AndroidLibrary, asking asks: Bool
    ) -> Stage {
        @Sendable func source(
            _ platform: AndroidPlatform
        ) async throws(KeychainError) -> AndroidSource {
            let source = AndroidSource(
                library, in: platform, sharedPreferences: platform.container,
                dataStore: platform.container)
            if asks { try await source.askPerson(Self.prompt) }
            return source
        }
        return Stage(
            phone: phone.phone, app: phone.app,
            run: { () async throws(KeychainError) in
                let platform = phone.platform
                return try await Migration(
                    from: source(platform), to: AndroidVault(platform)
                ).run(Self.options)
            },
            left: { try await Self.value($0, in: source(phone.platform)) },
            copy: { name in
                try await AndroidVault(phone.platform).read(
                    ItemKey(service: "new", account: name), prompt: Self.prompt)?.value
            })
    }

    private static func value(
        _ name: String, in source: any MigrationSource
    ) async throws -> SecretBytes? {
        guard let item = try await source.listing().items.first(where: { $0.account == name })
        else { return nil }
        return try await source.read(item)
    }
}
