/// Why a persistor does not save: what is stored could not be loaded, and stays byte for byte.
public enum SuspensionReason: Error, Sendable, Equatable {
    /// The store did not answer, or could not open what it has.
    case unreadable(KeychainError)
    /// The store answered that there is nothing, although a state was stored since the installation.
    case missing
    /// What is stored is not a state of this schema.
    case undecodable
    /// A newer version of the app wrote the state, with this schema.
    case newerSchema(Int)
    /// A newer version of this package wrote the state.
    case newerFormat
    /// There is no migration from this schema, or it threw.
    case migrationFailed(from: Int)
    /// Parts of the state are missing or belong to different saves.
    case incomplete
    /// Somebody else, another process perhaps, stored a state in between.
    case changedElsewhere

    /// The error that calls throw while this is the reason.
    public var error: KeychainError {
        switch self {
        case .unreadable(let error): error
        case .missing:
            Self.damaged("a state was stored and is not there any more")
        case .undecodable:
            Self.damaged("what is stored does not decode as the state")
        case .newerSchema(let version):
            KeychainError(
                .unsupported, "the state has schema \(version), which is newer than this app")
        case .newerFormat:
            KeychainError(.unsupported, "the state has a format that is newer than this package")
        case .migrationFailed(let version):
            KeychainError(
                .dataCorrupted, "there is no working migration from schema \(version)",
                advice: "leave the item; install a version of the app that can migrate it")
        case .incomplete:
            Self.damaged("the parts of the state do not belong together")
        case .changedElsewhere: StoreConflict.versionChanged.error
        }
    }

    /// What lies where a migration keeps the older payload is somebody else's.
    static let olderKeyTaken = KeychainError(
        .invalidArgument,
        "the name under which a migration keeps the older payload is taken by another item",
        advice: "move the item whose name ends in .before-migration, then load again")

    private static func damaged(_ message: String) -> KeychainError {
        KeychainError(
            .dataCorrupted, message,
            advice: "ask the person before starting over: wipe the state, then load it anew")
    }
}
