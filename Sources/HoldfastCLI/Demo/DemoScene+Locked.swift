import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

extension DemoScene {
    /// P1, with a vault as it is right after the machine was started.
    static let unreadableIsNotMissing = DemoScene(
        title: "P1  Unreadable is not missing",
        lossElsewhere: "a locked keychain says 'not found', the app makes a new key, and the old"
            + " one is gone"
    ) { (stage) throws(DemoProblem) in
        let key = try await stage.key("account-key")
        let vault = try await stage.lockedVault("p1", holding: key)
        let locked = try await stage.refused(.interactionNotAllowed, "a read while locked") {
            () async throws(KeychainError) in try await vault.read(key)
        }
        let unknown = try await stage.key("never-stored")
        _ = try await stage.refused(.interactionNotAllowed, "a look-up while locked") {
            () async throws(KeychainError) in try await vault.contains(unknown)
        }
        try await stage.must { () async throws(KeychainError) in
            try await vault.unlock(with: stage.passcode, keeping: .process)
        }
        let value = try await stage.must { () async throws(KeychainError) in
            try await vault.read(key)?.value
        }
        try stage.require(value == SecretBytes(utf8: "old"), "the item is not there after all")
        let missing = try await stage.must { () async throws(KeychainError) in
            try await vault.read(unknown)
        }
        try stage.require(missing == nil, "an item that never was has a value")
        return [
            "locked, the item answers \(locked)",
            "so does a name that was never stored: a locked vault does not know",
            "unlocked, one has its value and the other is nil, which is the store's own answer",
        ]
    }

    /// P3, with writes that do not know what they would replace.
    static let noBlindOverwrite = DemoScene(
        title: "P3  No blind overwrite",
        lossElsewhere: "a background job writes its empty state over what it could not read"
    ) { (stage) throws(DemoProblem) in
        let key = try await stage.key("state")
        let vault = try await stage.lockedVault("p3", holding: key)
        let locked = try await stage.refused(.interactionNotAllowed, "a write while locked") {
            () async throws(KeychainError) in try await vault.write(SecretBytes([]), for: key)
        }
        try await stage.must { () async throws(KeychainError) in
            try await vault.unlock(with: stage.passcode, keeping: .process)
        }
        let read = try await stage.must { () async throws(KeychainError) in
            try await vault.read(key)
        }
        try stage.require(read?.value == SecretBytes(utf8: "old"), "the old value is gone")
        guard let version = read?.version else { throw .notKept("the item has no version") }
        try await stage.must { () async throws(KeychainError) in
            _ = try await vault.write(SecretBytes(utf8: "another's"), for: key)
        }
        let stale = WriteOptions(condition: .ifVersion(version))
        let conflict = try await stage.refused(.unknown, "a write of a stale version") {
            () async throws(KeychainError) in
            try await vault.write(SecretBytes(utf8: "mine"), for: key, options: stale)
        }
        return [
            "a write that could not read first answers \(locked)",
            "the old value is still there",
            "a write that rests on an older version answers \(conflict)",
        ]
    }

    /// P4, with a change that rests on a read that failed.
    static let suspended = DemoScene(
        title: "P4  Suspended means suspended",
        lossElsewhere: "an app starts while the phone is locked, loads nothing, and saves nothing"
            + " over everything"
    ) { (stage) throws(DemoProblem) in
        let key = try await stage.key("history")
        let vault = try await stage.lockedVault("p4", holding: key)
        var changeCount = 0
        let locked = try await stage.refused(.interactionNotAllowed, "an update while locked") {
            () async throws(KeychainError) in
            try await vault.update(key) { (item) throws(KeychainError) in
                changeCount += 1
                return item?.value ?? SecretBytes(utf8: "started anew")
            }
        }
        try stage.require(changeCount == 0, "the change was made from nothing")
        try await stage.must { () async throws(KeychainError) in
            try await vault.unlock(with: stage.passcode, keeping: .process)
            _ = try await vault.update(key) { (item) throws(KeychainError) in
                SecretBytes((item?.value.copyBytes() ?? []) + Array(" and new".utf8))
            }
        }
        let value = try await stage.must { () async throws(KeychainError) in
            try await vault.read(key)?.value
        }
        try stage.require(value == SecretBytes(utf8: "old and new"), "the change was lost")
        return [
            "a change whose load fails is not made: \(locked)",
            "after a load that succeeds it is, on top of what was there",
        ]
    }
}

extension DemoStage {
    /// A vault that holds an item and was not unlocked since the machine was started.
    ///
    /// The lock takes its keys out of the kernel's keyring again, and the scenes unlock for this
    /// process alone, so that nothing is left behind.
    func lockedVault(_ name: String, holding key: ItemKey) async throws(DemoProblem) -> LinuxVault {
        let vault = vault(name)
        try await must { () async throws(KeychainError) in
            _ = try await vault.write(SecretBytes(utf8: "old"), for: key)
            try await vault.setPasscode(passcode)
            try await vault.lock(alsoAfterFirstUnlock: true)
        }
        return self.vault(name)
    }
}
