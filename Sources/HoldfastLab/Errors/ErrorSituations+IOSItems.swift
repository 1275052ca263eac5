import HoldfastApple
import HoldfastCore
import HoldfastCrypto

/// The item, the moment and the app's set-up, on an iPhone.
extension ErrorSituations {
    static let iOSItems: [ErrorSituation] = [
        iOS(
            .keyInvalidated, "a new face after a write for the current set",
            { (stage) throws(KeychainError) in
                try await stage.write(.biometryCurrentSet)
                stage.phone.send(.enrolFinger)
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        iOS(
            .keyInvalidated, "the passcode goes between write and read",
            { (stage) throws(KeychainError) in
                try await stage.write(.none, .whenPasscodeSetThisDeviceOnly)
                stage.phone.send(.removePasscode)
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        iOS(
            .keyInvalidated, "a new face after a key was made for the current set",
            { (stage) throws(KeychainError) in
                try await stage.makeKey(.biometryCurrentSet)
                stage.phone.send(.enrolFinger)
            }, { (stage) throws(KeychainError) in try await stage.sign() }),
        iOS(
            .dataCorrupted, "another tool changes the value",
            { (stage) throws(KeychainError) in
                try await stage.write()
                try stage.changeValueFromOutside()
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        iOS(
            .dataCorrupted, "the keychain says that it cannot decode a row",
            at: .failure(Status.domain, -26_275, at: "SecItemCopyMatching"),
            { (stage) throws(KeychainError) in try await stage.write() },
            { (stage) throws(KeychainError) in try await stage.list() }),
    ]

    static let iOSMoments: [ErrorSituation] = [
        iOS(
            .interactionNotAllowed, "a read of whenUnlocked while locked",
            { (stage) throws(KeychainError) in
                try await stage.write(.none)
                stage.phone.send(.lock)
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        iOS(
            .interactionNotAllowed, "a write of whenUnlocked while locked",
            { (stage) in stage.phone.send(.lock) },
            { (stage) throws(KeychainError) in try await stage.write(.none) }),
        iOS(
            .interactionNotAllowed, "a read before the first unlock",
            { (stage) throws(KeychainError) in
                try await stage.write()
                stage.phone.send(.reboot)
                stage.restartApp()
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        iOS(
            .interactionNotAllowed, "a prompt in the background",
            { (stage) throws(KeychainError) in
                try await stage.write(.biometryAny)
                stage.phone.send(.background)
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        iOS(
            .authRequired, "a prompt-free read of an item that asks",
            { (stage) throws(KeychainError) in try await stage.write(.biometryAny) },
            { (stage) throws(KeychainError) in try stage.readWithoutPrompt() }),
    ]

    static let iOSSetUp: [ErrorSituation] = [
        iOS(
            .missingEntitlement, "a group that the app is not in", { _ in },
            { (stage) throws(KeychainError) in
                try await stage.write(ItemProtection(accessGroup: "group.of.others"))
            }),
        iOS(
            .missingUsageDescription, "a face is asked for and Info.plist does not say why",
            { (stage) in
                stage.phone.setBuild(
                    AppBuild(hasFaceIDUsageDescription: false), of: ScenarioRun.app)
            }, { (stage) throws(KeychainError) in try await stage.write(.biometryAny) }),
        iOS(
            .invalidArgument, "a synchronizable item of this device only", { _ in },
            { (stage) throws(KeychainError) in
                try await stage.write(ItemProtection(isSynchronizable: true))
            }),
        iOS(
            .invalidArgument, "another library's item has the name",
            { (stage) throws(KeychainError) in try stage.addForeignItem() },
            { (stage) throws(KeychainError) in try await stage.write() }),
        iOS(
            .unknown, "the keychain's daemon is gone",
            { (stage) in stage.phone.send(.iOS(.daemonDies(calls: 100))) },
            { (stage) throws(KeychainError) in try await stage.read() }),
        iOS(
            .unknown, "an OSStatus that no table has",
            at: .failure(Status.domain, -12_345, at: "SecItemCopyMatching"),
            { (stage) throws(KeychainError) in try await stage.write() },
            { (stage) throws(KeychainError) in try await stage.list() }),
    ]

    private enum Status {
        static let domain = "NSOSStatusErrorDomain"
    }
}

extension SituationStage {
    func list() async throws(KeychainError) {
        _ = try await store.list(service: nil)
    }

    fileprivate func changeValueFromOutside() throws(KeychainError) {
        let change: SecItemDictionary = [
            SecItemName.valueData: .data(SecretBytes(utf8: "another value"))
        ]
        try require(process.apple.secItem.update(row(), change))
    }

    fileprivate func addForeignItem() throws(KeychainError) {
        let content: SecItemDictionary = [
            SecItemName.valueData: .data(SecretBytes(utf8: "another library's value"))
        ]
        try require(process.apple.secItem.add(row().merging(content)))
    }

    private func row() throws(KeychainError) -> SecItemDictionary {
        let key = try key()
        return [
            SecItemName.itemClass: .text(SecItemName.genericPassword),
            SecItemName.service: .text(key.service), SecItemName.account: .text(key.account),
        ]
    }

    private func require(_ status: Int32) throws(KeychainError) {
        guard status != SecStatus.success else { return }
        throw KeychainError(
            .unknown, "the other app's call failed", nativeDomain: "NSOSStatusErrorDomain",
            nativeCode: Int(status))
    }
}
