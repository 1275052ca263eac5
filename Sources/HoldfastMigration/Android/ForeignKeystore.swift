#if !canImport(CryptoKit)
import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto

/// Keys that other libraries have in the Keystore; none is made, changed or removed.
struct ForeignKeystore: Sendable {
    private let platform: AndroidPlatform
    /// What was opened before, and needs no key and nobody again.
    var opened: [KeystoreUse: SecretBytes] = [:]

    init(_ platform: AndroidPlatform) {
        self.platform = platform
    }

    var apiLevel: Int { platform.keystore.apiLevel }

    /// Whether there is a key of that name; blocks.
    ///
    /// - Throws: `KEY_INVALIDATED` for one that died.
    func hasKey(_ alias: String) throws(KeychainError) -> Bool {
        try mapped(.beforeConfirmation) { () throws(JavaException) in
            try platform.keystore.hasKey(alias)
        }
    }

    /// Whether a key demands a person, be it that the last one still counts; blocks.
    ///
    /// - Throws: `KEY_INVALIDATED` if the key is gone.
    func needsPerson(_ alias: String) throws(KeychainError) -> Bool {
        guard try hasKey(alias) else { throw Self.gone }
        return try mapped(.beforeConfirmation) { () throws(JavaException) in
            try platform.keystore.needsPerson(alias)
        }
    }

    /// Uses a key that demands nobody, or gives what was opened before; blocks.
    ///
    /// - Throws: `KEY_INVALIDATED` if the key is gone, `AUTH_REQUIRED` if it demands a person,
    ///   `INTERACTION_NOT_ALLOWED` while it needs an unlocked device.
    func use(_ use: KeystoreUse) throws(KeychainError) -> SecretBytes {
        if let value = opened[use] { return value }
        return try finish(try begin(use), use, .beforeConfirmation)
    }

    /// Begins to use a key; blocks.
    ///
    /// - Throws: as ``use(_:)``; `AUTH_REQUIRED` for a key that is bound to time alone, and
    ///   `AUTH_FAILED` if it does not count somebody who has just confirmed.
    func begin(
        _ use: KeystoreUse, _ stage: JavaException.Stage = .beforeConfirmation
    ) throws(KeychainError) -> KeystoreOperation {
        let operation = try mapped(stage) {
            () throws(JavaException) -> KeystoreOperation? in
            // A key that is not there begins with other exceptions than one that died.
            guard try platform.keystore.hasKey(use.alias) else { return nil }
            switch use {
            case .decrypt(let alias, let nonce, _):
                return try platform.keystore.beginDecrypt(alias, nonce: nonce)
            case .unwrap(let alias, let padding, _):
                return try platform.keystore.beginUnwrap(alias, padding)
            }
        }
        guard let operation else { throw Self.gone }
        return operation
    }

    /// Ends the use of a key; blocks.
    ///
    /// - Throws: `AUTH_REQUIRED` if the key demands a person at each use.
    func finish(
        _ operation: KeystoreOperation, _ use: KeystoreUse, _ stage: JavaException.Stage
    ) throws(KeychainError) -> SecretBytes {
        try mapped(stage) { () throws(JavaException) in
            switch use {
            case .decrypt(_, _, let ciphertext):
                try platform.keystore.finishDecrypt(operation, ciphertext, associatedData: [])
            case .unwrap(_, _, let wrapped):
                try platform.keystore.finishUnwrap(operation, wrapped)
            }
        }
    }

    /// Shows a prompt for an operation, or, for a key that is bound to time, for none.
    ///
    /// - Throws: the code of what the person or the system did.
    func ask(
        _ prompt: Prompt, _ authenticators: KeySpec.Authenticators,
        for operation: KeystoreOperation?
    ) async throws(KeychainError) {
        let answer = await platform.biometricPrompt.authenticate(
            prompt, authenticators, for: operation)
        guard answer != 0 else { return }
        if let operation { platform.keystore.abandon(operation) }
        throw KeychainError(promptEndedWith: answer)
    }

    private func mapped<Answer>(
        _ stage: JavaException.Stage, _ body: () throws(JavaException) -> Answer
    ) throws(KeychainError) -> Answer {
        do throws(JavaException) {
            return try body()
        } catch {
            throw error.keychainError(
                "a key of another library cannot be used", stage,
                isDeviceLocked: platform.device.isDeviceLocked)
        }
    }

    private static let gone = KeychainError(
        .keyInvalidated, "the Keystore has not the key that the items were sealed under",
        advice: "leave them; after a restore to another phone they cannot be read by anybody")
}
#endif
