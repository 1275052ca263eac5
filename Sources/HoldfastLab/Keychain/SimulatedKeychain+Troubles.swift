import HoldfastApple

extension SimulatedKeychain {
    mutating func apply(_ event: IOSEvent) {
        switch event {
        case .unlocksAfterOperations(let count): troubles.operationsUntilUnlock = count
        case .refusesNextDecryption: troubles.refusesNextDecryption = true
        case .authenticationNeverSettles: troubles.authenticationNeverSettles = true
        case .daemonDies(let calls): troubles.callsWithoutDaemon = calls
        case .damages(let account):
            for place in rows.indices {
                let name = rows[place].attributes[SecItemName.account]
                if name?.hasSameBytes(as: .text(account)) ?? false { rows[place].isDamaged = true }
            }
        case .nextPromptEnds(let code): troubles.promptEnds = code
        case .changesDomainState: domainEpoch += 1
        case .deniesBiometry(let app): deniedApps.insert(app)
        }
    }
}
