import HoldfastAndroid
import HoldfastCore

/// The item, the moment and the app's set-up, on an Android phone.
extension ErrorSituations {
    static let androidItems: [ErrorSituation] = [
        android(
            .keyInvalidated, "a new finger after a write for the current set",
            { (stage) throws(KeychainError) in
                try await stage.write(.biometryCurrentSet)
                stage.phone.send(.enrolFinger)
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        android(
            .keyInvalidated, "the screen lock goes between write and read",
            { (stage) throws(KeychainError) in
                try await stage.write(.none, .whenPasscodeSetThisDeviceOnly)
                stage.phone.send(.removePasscode)
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        android(
            .keyInvalidated, "a new finger after a key was made for the current set",
            { (stage) throws(KeychainError) in
                try await stage.makeKey(.biometryCurrentSet)
                stage.phone.send(.enrolFinger)
            }, { (stage) throws(KeychainError) in try await stage.sign() }),
        android(
            .dataCorrupted, "a byte of the store's file is another one",
            { (stage) throws(KeychainError) in
                try await stage.write()
                try stage.damageFile()
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        android(
            .dataCorrupted, "the Keystore finds a wrong tag",
            at: .failure(keystoreException, -30, at: "Cipher.doFinal(decrypt)"),
            { (stage) throws(KeychainError) in
                try await stage.write()
                stage.restartApp()
            }, { (stage) throws(KeychainError) in try await stage.read() }),
    ]

    static let androidMoments: [ErrorSituation] = [
        android(
            .interactionNotAllowed, "a read of whenUnlocked while locked",
            { (stage) throws(KeychainError) in
                try await stage.write(.none)
                stage.phone.send(.lock)
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        android(
            .interactionNotAllowed, "a write of whenUnlocked while locked",
            { (stage) in stage.phone.send(.lock) },
            { (stage) throws(KeychainError) in try await stage.write(.none) }),
        android(
            .interactionNotAllowed, "the phone locks just before a key is used",
            at: .event(.lock, at: "Cipher.init(decrypt)"),
            { (stage) throws(KeychainError) in
                try await stage.write(.biometryAny)
                try await stage.read()
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        android(
            .authRequired, "a prompt-free read of an item that asks",
            { (stage) throws(KeychainError) in try await stage.write(.biometryAny) },
            { (stage) throws(KeychainError) in try stage.readWithoutPrompt() }),
        android(
            .noActivity, "a prompt in the background",
            { (stage) throws(KeychainError) in
                try await stage.write(.biometryAny, .afterFirstUnlockThisDeviceOnly)
                stage.phone.send(.background)
            }, { (stage) throws(KeychainError) in try await stage.read() }),
    ]

    static let androidSetUp: [ErrorSituation] = [
        android(
            .missingEntitlement, "the Keystore denies the app its own keys",
            at: .failure(keystoreException, 6, at: "Cipher.init(decrypt)"),
            { (stage) throws(KeychainError) in
                try await stage.write()
                stage.restartApp()
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        android(
            .invalidArgument, "a confirmation that counts for a time, for the current set",
            { _ in },
            { (stage) throws(KeychainError) in
                try await stage.write(
                    ItemProtection(accessControl: .biometryCurrentSet, authValiditySeconds: 30))
            }),
        android(
            .unknown, "the secure hardware is busy",
            { (stage) in stage.phone.send(.android(.hardwareIsBusy(calls: 100))) },
            { (stage) throws(KeychainError) in try await stage.write() }),
        android(
            .unknown, "the keystore's process dies again and again",
            { (stage) in stage.phone.send(.android(.keystoreDies(times: 100))) },
            { (stage) throws(KeychainError) in try await stage.write() }),
        android(
            .unknown, "a number of the Keystore that no table has",
            at: .failure(keystoreException, -999, at: "Cipher.init(decrypt)"),
            { (stage) throws(KeychainError) in
                try await stage.write()
                stage.restartApp()
            }, { (stage) throws(KeychainError) in try await stage.read() }),
    ]
}

extension SituationStage {
    /// Changes the last byte of the file that holds the items.
    fileprivate func damageFile() throws(KeychainError) {
        let folder = process.android.container
        let name = "holdfast-store"
        guard var bytes = try folder.readFile(name), let last = bytes.popLast() else {
            throw KeychainError(.unknown, "the store has no file")
        }
        try folder.replaceFile(name, with: bytes + [last ^ 1])
    }
}
