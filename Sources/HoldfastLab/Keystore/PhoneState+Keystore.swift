extension PhoneState {
    /// The keystore of an Android phone.
    var keystore: SimulatedKeystore {
        get {
            guard case .android(let keystore) = system else {
                preconditionFailure("an iPhone has no Android keystore")
            }
            return keystore
        }
        _modify {
            guard case .android(var keystore) = system else {
                preconditionFailure("an iPhone has no Android keystore")
            }
            // Moved out, so that a change copies nothing.
            system = Self.vacantPhone
            defer { system = .android(keystore) }
            yield &keystore
        }
    }

    private static let vacantPhone = SystemState.iOS(SimulatedKeychain(IOSProfile()))

    /// Whether an app can run at all: before the first unlock only one that is made for it.
    ///
    /// - Note: developer.android.com, "Support Direct Boot mode".
    var canRunApps: Bool {
        guard case .android(let keystore) = system else { return true }
        return device.wasUnlocked || keystore.profile.isDirectBootAware
    }

    mutating func applyToApps(_ event: AndroidEvent) {
        switch event {
        case .clearData(let app):
            endProcesses(of: app)
            apps[app]?.files = [:]
        case .systemUpgrade, .systemDowngrade:
            apply(.reboot)
        case .removeUser:
            endProcesses()
            apps = [:]
        case .unlock, .keystoreDies, .hardwareIsBusy: break
        }
    }
}
