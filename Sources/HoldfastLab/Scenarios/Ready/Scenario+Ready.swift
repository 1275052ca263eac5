extension Scenario {
    /// The stories that happened to real apps, ready to be played.
    public static let ready: [Scenario] = [
        backgroundSync, startsEmpty, updateFails, reinstall, newFingerprint, pinChange, newPhone,
        restore, keepsState, keepsPair, resumesState,
    ]

    /// Stories of apps that lose something by themselves, whatever their store does.
    public static let knownBad: [Scenario] = [naiveState]

    /// All stories that can be played by their name.
    public static let all = ready + knownBad
}
