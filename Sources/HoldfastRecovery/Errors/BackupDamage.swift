/// What part of a backup is not what it was when it was written, and in what way.
public struct BackupDamage: Error, Sendable, Hashable {
    /// A part of a backup.
    public enum Part: String, Sendable, CaseIterable {
        /// The file that holds it all.
        case file
        /// What says whose phrase opens it.
        case statement
        /// What holds the backup's key, wrapped.
        case header
        /// What lists a generation.
        case manifest
        /// A page of the list of chunks.
        case page
        /// A piece of the content.
        case chunk
        /// A record inside a piece.
        case record
        /// The account's log inside the backup.
        case log
    }

    /// In what way it differs.
    public enum Kind: String, Sendable, CaseIterable {
        /// It is not there.
        case missing
        /// It ends too early.
        case truncated
        /// Something follows it that is none of it.
        case trailing
        /// Its bytes are not the ones that were written.
        case changed
        /// It is another one's: another place, generation, backup or account.
        case misplaced
        /// Its bytes are whole and are not what the format says.
        case malformed
        /// Its numbers contradict what it holds.
        case contradictory
    }

    /// The part.
    public let part: Part
    /// The way.
    public let kind: Kind
    /// Which one of several, counted from 0 in the order of the backup; `nil` where there is one.
    public let index: Int?

    /// Says what is damaged.
    ///
    /// - Parameters:
    ///   - part: the part.
    ///   - kind: in what way.
    ///   - index: which one of several.
    public init(_ part: Part, _ kind: Kind, index: Int? = nil) {
        self.part = part
        self.kind = kind
        self.index = index
    }
}
