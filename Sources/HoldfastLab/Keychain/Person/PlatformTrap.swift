/// Something that an app must never do: the system ends it, or answers with a success that is none.
public struct PlatformTrap: Sendable, Equatable {
    /// What was done.
    public enum Kind: String, Sendable, CaseIterable {
        /// A prompt for a face without `NSFaceIDUsageDescription`: the system ended the process.
        case missingUsageDescription
        /// An add with a match key (`m_Limit`): answered 0, and nothing was stored.
        case matchKeyInAdd
        /// A class that the simulated keychain does not keep (`idnt`).
        case classNotSimulated
    }

    /// Which process did it.
    public let process: Int
    /// What it did.
    public let kind: Kind
}
