import HoldfastCore
import HoldfastCrypto

/// How a key of the Keystore was lost.
enum KeyLoss: Sendable {
    /// `getKey` answers `null`.
    case absent
    /// The platform says that it is invalidated for good.
    case invalidated
}

/// What the Keystore says when an operation is to begin.
enum BegunOperation: Sendable {
    case operation(KeystoreOperation)
    /// Nobody has authenticated, or not lately enough.
    case needsPerson
    case lost(KeyLoss)
}

/// The store's keys in the Keystore: made, used, asked whether they live, and removed.
///
/// Only two answers mean that a key is lost: `null` for its alias, and the platform's own word for
/// it, each given three times. Every other failure is thrown, so that a Keystore that is busy, or
/// wrong for a moment, costs nobody a value.
struct KeystoreKeys: Sendable {
    let keystore: any KeystoreCalls
    let device: any AndroidDevice
    let random: any SecureRandom

    init(_ platform: AndroidPlatform) {
        keystore = platform.keystore
        device = platform.device
        random = platform.random
    }

    var apiLevel: Int { keystore.apiLevel }

    // MARK: Making

    /// A key that was made and wraps nothing yet.
    struct Fresh: Sendable {
        let id: KeyID
        let role: KeyRecord.Role
        let isStrongBoxBacked: Bool
    }

    /// Makes a key under a new alias.
    ///
    /// - Throws: `PASSCODE_NOT_SET`, `BIOMETRY_NOT_ENROLLED`, `HARDWARE_UNAVAILABLE` for a StrongBox
    ///   that an item insists on, or what else the Keystore says. There is no key then.
    func make(_ role: KeyRecord.Role, for store: StoreID) throws(KeychainError) -> Fresh {
        let id = try KeyID(random: random)
        let storage = role.keyStorage
        if storage != .automatic {
            if try makeInStrongBox(role, id.alias(in: store)) {
                return Fresh(id: id, role: role, isStrongBoxBacked: true)
            }
            if storage == .strongboxRequired {
                throw KeychainError(.hardwareUnavailable, "StrongBox cannot hold the item's key")
            }
        }
        try generate(role, id.alias(in: store), isStrongBoxBacked: false)
        return Fresh(id: id, role: role, isStrongBoxBacked: false)
    }

    /// Whether StrongBox took the key; it may lack the algorithm or not be there.
    private func makeInStrongBox(
        _ role: KeyRecord.Role, _ alias: String
    ) throws(KeychainError) -> Bool {
        guard apiLevel >= 28 && device.hasStrongBox else { return false }
        do throws(KeychainError) {
            try generate(role, alias, isStrongBoxBacked: true)
            return true
        } catch {
            switch error.code {
            case .hardwareUnavailable, .unsupported: return false
            default: throw error
            }
        }
    }

    private func generate(
        _ role: KeyRecord.Role, _ alias: String, isStrongBoxBacked: Bool
    ) throws(KeychainError) {
        let spec = role.spec(apiLevel: apiLevel, isStrongBoxBacked: isStrongBoxBacked)
        do throws(JavaException) {
            try keystore.generateKey(alias, spec)
        } catch {
            throw keychainError(error, "a key cannot be made")
        }
    }

    // MARK: Using

    func beginWrapping(_ key: Fresh, in store: StoreID) throws(KeychainError) -> BegunOperation {
        try begin { () throws(JavaException) in
            try keystore.beginEncrypt(key.id.alias(in: store))
        }
    }

    /// Wraps a data key; ends the operation.
    func wrap(
        _ dataKey: SecretBytes, under key: Fresh, _ operation: KeystoreOperation,
        in store: StoreID, _ stage: JavaException.Stage
    ) throws(KeychainError) -> KeyRecord {
        let record = KeyRecord(
            id: key.id, role: key.role, isStrongBoxBacked: key.isStrongBoxBacked, wrapped: nil)
        do throws(JavaException) {
            let sealed = try keystore.finishEncrypt(
                operation, dataKey, associatedData: record.associatedData(in: store))
            return KeyRecord(
                id: key.id, role: key.role, isStrongBoxBacked: key.isStrongBoxBacked,
                wrapped: .init(nonce: operation.nonce, sealed: sealed))
        } catch {
            throw keychainError(error, "a key cannot be wrapped", stage)
        }
    }

    func beginUnwrapping(
        _ record: KeyRecord, in store: StoreID
    ) throws(KeychainError) -> BegunOperation {
        let alias = record.id.alias(in: store)
        let wrapped = try Self.wrappedKey(of: record)
        return try answer(for: record, in: store) { () throws(JavaException) in
            try keystore.beginDecrypt(alias, nonce: wrapped.nonce)
        }
    }

    /// Unwraps a data key; ends the operation.
    func unwrap(
        _ record: KeyRecord, _ operation: KeystoreOperation, in store: StoreID,
        _ stage: JavaException.Stage
    ) throws(KeychainError) -> SecretBytes {
        let wrapped = try Self.wrappedKey(of: record)
        let dataKey: SecretBytes
        do throws(JavaException) {
            dataKey = try keystore.finishDecrypt(
                operation, wrapped.sealed, associatedData: record.associatedData(in: store))
        } catch {
            throw keychainError(error, "a key cannot be unwrapped", stage)
        }
        guard dataKey.count == AES256GCM.keyByteCount else {
            throw KeychainError(.dataCorrupted, "a wrapped key has another length")
        }
        return dataKey
    }

    func abandon(_ operation: KeystoreOperation) {
        keystore.abandon(operation)
    }

    // MARK: Asking

    /// How a key was lost; `nil` if it lives. Never prompts.
    func loss(of record: KeyRecord, in store: StoreID) throws(KeychainError) -> KeyLoss? {
        let alias = record.id.alias(in: store)
        do throws(KeychainError) {
            let answer = try answer(for: record, in: store) { () throws(JavaException) in
                try keystore.beginEncrypt(alias)
            }
            switch answer {
            case .operation(let operation): keystore.abandon(operation)
            case .needsPerson: break
            case .lost(let loss): return loss
            }
            return nil
        } catch {
            // Locked is not lost.
            if error.code == .interactionNotAllowed { return nil }
            throw error
        }
    }

    /// Whether a key that was made a moment ago is still there.
    func isThere(_ alias: String) throws(KeychainError) -> Bool {
        do throws(JavaException) {
            return try keystore.hasKey(alias)
        } catch {
            let answer = keychainError(error, "a key cannot be looked up")
            if answer.code == .keyInvalidated { return false }
            throw answer
        }
    }

    /// The aliases in the app's Keystore that begin with a text.
    func aliases(beginningWith prefix: String) throws(KeychainError) -> [String] {
        do throws(JavaException) {
            return try keystore.aliases().filter { $0.hasPrefix(prefix) }
        } catch {
            throw keychainError(error, "the Keystore cannot be listed")
        }
    }

    func remove(_ alias: String) throws(KeychainError) {
        do throws(JavaException) {
            try keystore.deleteKey(alias)
        } catch {
            throw keychainError(error, "a key cannot be removed")
        }
    }

    // MARK: - What an exception means

    /// What the Keystore says of a key that a file names.
    ///
    /// That it is lost is asked again, and once more, before it is believed: it ends values.
    private func answer(
        for record: KeyRecord, in store: StoreID,
        _ ask: () throws(JavaException) -> KeystoreOperation
    ) throws(KeychainError) -> BegunOperation {
        // "The key will become irreversibly invalidated once the secure lock screen is disabled":
        // some systems go on to say that only nobody has authenticated.
        if record.role.isBoundToLockScreen && !device.isDeviceSecure { return .lost(.absent) }
        let alias = record.id.alias(in: store)
        var answer = BegunOperation.lost(.absent)
        for _ in 0..<Self.agreeingAnswerCount {
            answer = try isThere(alias) ? try begin(ask) : .lost(.absent)
            guard case .lost = answer else { break }
        }
        if case .needsPerson = answer, try isOutlived(record, in: store) { return .lost(.invalidated) }
        return answer
    }

    private static let agreeingAnswerCount = 3

    /// Whether a key that says that nobody authenticated is dead, because a new one like it works.
    ///
    /// Android 10 and 11 give no other sign that the lock screen was replaced, where no biometric
    /// is enrolled.
    private func isOutlived(
        _ record: KeyRecord, in store: StoreID
    ) throws(KeychainError) -> Bool {
        guard (29...30).contains(apiLevel), case .data(let protection) = record.role,
            protection.accessControl == .none
        else { return false }
        let fresh = try make(record.role, for: store)
        defer { forget(fresh, in: store) }
        guard case .operation(let operation) = try beginWrapping(fresh, in: store) else {
            return false
        }
        keystore.abandon(operation)
        return true
    }

    private func forget(_ fresh: Fresh, in store: StoreID) {
        do {
            try remove(fresh.id.alias(in: store))
        } catch {
            // A key too many harms nobody; the next sweep meets it again.
        }
    }

    private func begin(
        _ body: () throws(JavaException) -> KeystoreOperation
    ) throws(KeychainError) -> BegunOperation {
        do throws(JavaException) {
            return .operation(try body())
        } catch {
            let answer = keychainError(error, "an operation cannot begin")
            switch answer.code {
            case .keyInvalidated: return .lost(.invalidated)
            case .authRequired: return .needsPerson
            default: throw answer
            }
        }
    }

    private func keychainError(
        _ exception: JavaException, _ what: String,
        _ stage: JavaException.Stage = .beforeConfirmation
    ) -> KeychainError {
        exception.keychainError(what, stage, isDeviceLocked: device.isDeviceLocked)
    }

    private static func wrappedKey(
        of record: KeyRecord
    ) throws(KeychainError) -> KeyRecord.WrappedKey {
        guard let wrapped = record.wrapped else {
            throw KeychainError(.dataCorrupted, "an item depends on a key that wraps nothing")
        }
        return wrapped
    }
}

extension KeyRecord.Role {
    /// Which hardware should hold the key.
    fileprivate var keyStorage: KeyStorage {
        if case .data(let protection) = self { protection.keyStorage } else { .automatic }
    }
}
