/// What the three witnesses of a device's identity say.
public struct IdentityFindings: Sendable, Hashable {
    /// The key in the key store.
    public let key: KeyProbe
    /// The app's database.
    public let database: DatabaseProbe
    /// The account's device log.
    public let directory: DirectoryProbe

    /// Puts findings together.
    ///
    /// - Parameters:
    ///   - key: what a try with the key came to.
    ///   - database: what the app's database says.
    ///   - directory: what the account's device log says.
    public init(key: KeyProbe, database: DatabaseProbe, directory: DirectoryProbe) {
        self.key = key
        self.database = database
        self.directory = directory
    }

    /// Whether neither key nor history is there, and the account still has this device.
    ///
    /// It is in no row of the table: nothing follows by itself, and the person can decide.
    var lacksKeyAndHistory: Bool {
        key.isEnd && database == .missing && directory == .sameKey
    }
}
