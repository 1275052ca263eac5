import HoldfastCrypto

extension PhoneState {
    /// Ends every process, and forgets what the system forgets with them.
    ///
    /// Contexts and open operations go with the process that has them, and so may their numbers,
    /// which name nothing any more.
    mutating func comeToStandstill() {
        endProcesses()
        streams.forgetProcesses()
        switch system {
        case .iOS:
            keychain.contexts = [:]
            keychain.nextContext = 1
        case .android:
            keystore.operations = [:]
            keystore.nextOperation = 1
        }
    }

    /// The state without what was only noted of how it came about.
    var withoutHistory: PhoneState {
        var state = self
        state.comeToStandstill()
        state.trace = []
        state.plan = .none
        state.callCount = 0
        return state
    }
}

extension PhoneState: Hashable {
    /// Takes what differs most between two plays of a story; `==` compares everything.
    func hash(into hasher: inout Hasher) {
        hasher.combine(device.isLocked)
        hasher.combine(device.clockSeconds)
        hasher.combine(device.foregroundApp)
        hasher.combine(nextProcess)
        for app in apps.values {
            // Neither the folders nor the files have an order.
            let files = app.files.values.reduce(0) { sum, files in
                files.reduce(sum) { $0 ^ $1.value.hashValue }
            }
            hasher.combine(files)
        }
        switch system {
        case .iOS(let keychain):
            for row in keychain.rows {
                hasher.combine(row.number)
                hasher.combine(row.modified)
                row.value.withUnsafeBytes { hasher.combine(bytes: $0) }
            }
        case .android(let keystore):
            for keys in keystore.keys.values { hasher.combine(keys.count) }
        }
    }
}
