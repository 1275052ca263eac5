/// An app on a simulated phone, with the files that the system keeps for it.
public struct InstalledApp: Sendable, Equatable {
    /// Where a file of an app lies, which decides when it is readable and what becomes of it.
    public enum Folder: String, Sendable, CaseIterable {
        /// Readable always, in the app's backups.
        case backedUp
        /// Readable always, in no backup.
        case local
        /// Readable from the first unlock on, in the app's backups (Android's default storage).
        case credentialProtected
    }

    /// Which version is installed; 1 at first.
    public internal(set) var version = 1
    /// Another number for each installation.
    public let installation: Int
    /// The files, by folder and name.
    public internal(set) var files: [Folder: [String: [UInt8]]] = [:]

    init(installation: Int) {
        self.installation = installation
    }
}
