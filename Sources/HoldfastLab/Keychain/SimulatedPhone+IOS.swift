import HoldfastApple
import HoldfastCrypto

extension SimulatedPhone {
    /// Lets something go wrong inside the keychain; only on an iPhone.
    ///
    /// - Parameter trouble: what goes wrong.
    public func cause(_ trouble: IOSTrouble) {
        state.withLock { state in
            let line = TraceEntry.Kind.note("trouble: \(trouble)")
            state.trace.append(TraceEntry(process: 0, callNumber: 0, kind: line))
            state.keychain.suffer(trouble)
        }
    }

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

extension SimulatedKeychain {
    fileprivate mutating func suffer(_ trouble: IOSTrouble) {
        switch trouble {
        case .unlocksAfterOperations(let count): troubles.operationsUntilUnlock = count
        case .refusesNextDecryption: troubles.refusesNextDecryption = true
        case .authenticationNeverSettles: troubles.authenticationNeverSettles = true
        case .noDaemon(let calls): troubles.callsWithoutDaemon = calls
        case .damages(let account):
            for place in rows.indices {
                let name = rows[place].attributes[SecItemName.account]
                if name?.hasSameBytes(as: .text(account)) ?? false { rows[place].isDamaged = true }
            }
        case .changesDomainState: domainEpoch += 1
        case .deniesBiometry(let app): deniedApps.insert(app)
        }
    }
}

extension IOSTrouble: CustomStringConvertible {
    /// The trouble in a few words.
    public var description: String {
        switch self {
        case .unlocksAfterOperations(let count): "the phone unlocks after \(count) key uses"
        case .refusesNextDecryption: "the next decryption is refused"
        case .authenticationNeverSettles: "every evaluation is followed by another"
        case .noDaemon(let calls): "\(calls) calls find no daemon"
        case .damages(let account): "the rows of \(account) are damaged"
        case .changesDomainState: "a system update changes the domain state"
        case .deniesBiometry(let app): "Face ID is denied to \(app)"
        }
    }
}
