public import HoldfastCore

/// Says that the person was told that a lost phrase is a lost backup, before one is switched on.
///
/// There is no way round it: whoever switches a backup on passes one, and so has a screen that says
/// it. When it was is kept with the backup.
public struct LossAcknowledgement: Sendable, Hashable {
    /// What the person was told.
    public enum Statement: String, Sendable, CaseIterable {
        /// Nobody can open the backup without the words: no server, no maker of the app, no other
        /// device once all devices are gone. Whoever has the words can open it and put a device in
        /// the account.
        case lostPhraseMeansLostBackup = "lost-phrase-means-lost-backup"
    }

    /// What the person was told.
    public let statement: Statement
    /// When the person agreed.
    public let agreed: UnixTime

    /// Says that the person was told, in the app's own words, and agreed.
    ///
    /// - Parameters:
    ///   - statement: what was said.
    ///   - agreed: when the person agreed.
    public init(personAgreedThat statement: Statement, agreed: UnixTime) {
        self.statement = statement
        self.agreed = agreed
    }
}
