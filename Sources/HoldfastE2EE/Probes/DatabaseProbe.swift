/// What the app's own database says of the identity it was made with.
///
/// The database and the key store have different lifetimes: a reinstallation takes one of them, a
/// backup brings one of them back.
public enum DatabaseProbe: String, Sendable, Hashable, CaseIterable {
    /// It belongs to this installation: its install id is the marker's, and it is not behind.
    case current
    /// It belongs to another installation: it was copied, or came back from a backup.
    case otherInstall
    /// It is of this installation and older than what the server has seen of it.
    case behind
    /// It answered that it holds no identity.
    case missing
    /// It could not be read.
    case unreadable

    /// Whether there is a database that knows an identity.
    public var holdsIdentity: Bool {
        switch self {
        case .current, .otherInstall, .behind: true
        case .missing, .unreadable: false
        }
    }
}
