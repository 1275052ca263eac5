import HoldfastCrypto

extension SimulatedPhone {
    /// Makes a backup; the phone stays as it is.
    ///
    /// - Parameter kind: how.
    /// - Returns: the backup, which can be restored on this phone and on others.
    public func backUp(_ kind: PhoneBackup.Kind) -> PhoneBackup {
        state.withLock { state in
            state.note("a backup is made: \(kind.rawValue)")
            return PhoneBackup(
                kind: kind, hardware: state.device.hardware, apps: state.apps,
                rows: state.exportedRows)
        }
    }

    /// Erases the phone and restores a backup on it; its owner has then to set a passcode again.
    ///
    /// The apps are there with the files that backups hold, and what of the keychain the kind of the
    /// backup and the device permit. No key of any hardware comes back.
    ///
    /// - Parameter backup: of this phone or of another one with the same system.
    public func restore(_ backup: PhoneBackup) {
        let isChanged = state.withLock { state in
            let wasUnlocked = state.device.isUnlocked
            state.restore(backup)
            return state.device.isUnlocked != wasUnlocked
        }
        if isChanged { tellObservers() }
    }
}

extension PhoneState {
    mutating func note(_ text: String) {
        trace.append(TraceEntry(process: 0, callNumber: 0, kind: .note(text)))
    }

    fileprivate mutating func restore(_ backup: PhoneBackup) {
        apply(.factoryReset)
        note("\(PhoneBackup.noteOfRestoring): \(backup.kind.rawValue)")
        for (app, saved) in backup.apps.sorted(by: { $0.key.name < $1.key.name }) {
            var restored = InstalledApp(installation: nextInstallation)
            nextInstallation += 1
            restored.version = saved.version
            restored.files = saved.files.filter { $0.key != .local }
            apps[app] = restored
        }
        if case .iOS = system { importRows(backup) }
    }
}
