extension Scenario {
    /// The stories that happened to real apps, ready to be played.
    public static let ready: [Scenario] = [
        backgroundSync, startsEmpty, updateFails, reinstall, newFingerprint, pinChange, newPhone,
        restore,
    ]
}
