import HoldfastCrypto

extension SimulatedPhone {
    /// Takes what the system would back up of an app now.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - transport: how it shall travel.
    ///   - manifest: what the app's manifest says.
    /// - Returns: the backup; `nil` if there is none: the app is not installed, or it refuses and
    ///   this phone respects that, or it is too large for the cloud.
    public func autoBackUp(
        _ app: AppIdentifier, by transport: AutoBackup.Transport = .cloud,
        manifest: AutoBackup.Manifest = .allows
    ) -> AutoBackup? {
        guard case .android(let profile) = profile, profile.backsUp(transport, manifest) else {
            return nil
        }
        let all = state.withLock { $0.apps[app]?.files }
        guard let files = all?.filter({ $0.key != .local }) else { return nil }
        let byteCount = files.values.flatMap(\.values).reduce(0) { $0 + $1.count }
        guard transport != .cloud || byteCount <= AutoBackup.maximumByteCount else { return nil }
        return AutoBackup(app: app, files: files)
    }

    /// Installs an app anew, uninstalling it first where it is there, as a reinstallation or the
    /// set-up of a new phone does.
    ///
    /// The keys of the old installation are gone, whether files come back or not.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - backup: what comes back; `nil` for nothing.
    public func reinstall(_ app: AppIdentifier, restoring backup: AutoBackup?) {
        send(.uninstall(app))
        send(.install(app))
        guard let backup, backup.app == app else { return }
        state.withLock { state in
            state.apps[app]?.files = backup.files
        }
        note("the files of \(app) come back from a backup")
    }
}

extension AndroidProfile {
    /// Below API 31 the manifest's word holds for both ways.
    fileprivate func backsUp(
        _ transport: AutoBackup.Transport, _ manifest: AutoBackup.Manifest
    ) -> Bool {
        guard manifest == .refuses else { return true }
        return transport == .deviceTransfer && apiLevel >= 31 && transfersRefusingApps
    }
}
