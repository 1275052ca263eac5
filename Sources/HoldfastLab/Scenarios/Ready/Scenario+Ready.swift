extension Scenario {
    /// The stories that happened to real apps, ready to be played.
    public static let ready: [Scenario] = [
        backgroundSync, startsEmpty, updateFails, reinstall, newFingerprint, pinChange, newPhone,
        restore, keepsState, keepsPair, resumesState,
    ]

    /// Stories of apps that lose something by themselves, whatever their store does.
    public static let knownBad: [Scenario] = [naiveState, naiveIdentity, naiveRestore]

    /// Stories of a device's identity, each with a server that can fail as well.
    public static let identity: [Scenario] = [
        identityBegin, identityOvernightPush, identityReinstall, identityReinstallReuse,
        identityRollback, identitySecondDevice, identityLostDevice, identityNewFingerprint,
        identityPINRemoved, identityServerLost, identityRemoved,
    ]

    /// Stories of twelve words: a new phone and a destroyed key, with a server and a place of the
    /// backup that can fail as well.
    public static let recovery: [Scenario] = [
        recoveryNewPhone, recoveryIntoHistory, recoveryKeyByDevice, recoveryKeyByPhrase,
        recoveryKeyByNobody,
    ]

    /// All stories that can be played by their name.
    public static let all = ready + identity + recovery + knownBad
}
