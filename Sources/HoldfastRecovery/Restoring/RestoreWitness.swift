public import HoldfastWire

/// What a phone knows of an account when it restores, besides the words.
///
/// A fresh phone knows nothing, and cannot tell whether it was given the newest backup; a log that
/// came from elsewhere (a relay, another device, a contact) holds checkpoints by which it can.
public struct RestoreWitness: Sendable {
    /// The account's log, verified, from anywhere but the backup; `nil` if there is none.
    public let log: DeviceLog?
    /// The newest generation that this device has seen itself.
    public let seen: KnownGeneration?

    /// Says what is known.
    ///
    /// - Parameters:
    ///   - log: the account's log, verified, from anywhere but the backup.
    ///   - seen: the newest generation that this device has seen itself.
    public init(log: DeviceLog? = nil, seen: KnownGeneration? = nil) {
        self.log = log
        self.seen = seen
    }

    /// Every generation that is known of, of any lineage.
    var known: [KnownGeneration] {
        [seen, log?.facts.checkpoint.map { KnownGeneration($0) }].compactMap(\.self)
    }
}
