/// A backup of a simulated phone: the apps, those of their files that backups hold, and what of the
/// keychain it may bring back.
public struct PhoneBackup: Sendable {
    /// How a backup was made, which decides what it brings back where.
    public enum Kind: String, Sendable, CaseIterable {
        /// On a computer, without a password.
        case unencrypted
        /// On a computer, with a password.
        case encrypted
        /// In the maker's cloud.
        case cloud
        /// A direct transfer to another phone.
        case deviceToDevice
    }

    /// How the line of the trace begins that says that one was restored.
    static let noteOfRestoring = "a backup is restored"

    /// How it was made.
    public let kind: Kind
    /// Which hardware it was made on.
    let hardware: Int
    let apps: [AppIdentifier: InstalledApp]
    let rows: [KeychainRow]
}
