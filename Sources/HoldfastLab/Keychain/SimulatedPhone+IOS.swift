import HoldfastCrypto

extension SimulatedPhone {
    /// Says how an app is built and signed; its processes notice at their next call.
    ///
    /// - Parameters:
    ///   - build: groups and usage description.
    ///   - app: the app.
    public func setBuild(_ build: AppBuild, of app: AppIdentifier) {
        state.withLock { $0.builds[app] = build }
    }

    /// What apps did so far that they must never do.
    public var traps: [PlatformTrap] { state.withLock { $0.traps } }

    /// How many rows the keychain has, readable or not.
    public var keychainRowCount: Int { state.withLock { $0.keychain.rows.count } }
}
