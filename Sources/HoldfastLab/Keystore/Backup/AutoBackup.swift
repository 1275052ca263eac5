/// What Android's Auto Backup, or the transfer to a new phone, has of one app: files and never a key.
///
/// - Note: developer.android.com, "Back up user data with Auto Backup".
public struct AutoBackup: Sendable, Equatable {
    /// How the files travel.
    public enum Transport: String, Sendable, CaseIterable {
        /// Through the owner's account, to any phone of theirs, the same one too.
        case cloud
        /// From phone to phone.
        case deviceTransfer
    }

    /// What the app's manifest says (`android:allowBackup`, which is true if it says nothing).
    public enum Manifest: String, Sendable, CaseIterable {
        /// The app's files are backed up.
        case allows
        /// They are not.
        case refuses
    }

    /// Most bytes of a backup in the cloud: 25 MiB.
    public static let maximumByteCount = 25 << 20

    /// Whose files they are.
    public let app: AppIdentifier
    /// The files by folder and name; only of folders that backups take.
    public let files: [InstalledApp.Folder: [String: [UInt8]]]
}
