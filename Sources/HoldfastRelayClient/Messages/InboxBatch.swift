public import HoldfastCore
public import HoldfastE2EE
public import HoldfastWire

/// What one look into the inbox has brought.
public struct InboxBatch: Sendable {
    /// Another device's word that it cannot open what this one sent.
    public struct Receipt: Sendable, Hashable {
        /// Its place in the inbox.
        public let position: UInt64
        /// The receipt; nothing of it is verified.
        public let signed: SignedReceipt
    }

    /// The relay's word that messages of this device were not fetched before their device was out.
    public struct Rewrap: Sendable, Hashable {
        /// Its place in the inbox.
        public let position: UInt64
        /// The notice; nothing of it is verified.
        public let notice: RewrapNotice
    }

    /// What went wrong beside; nothing is lost by it, and the next look tries it again.
    public enum Trouble: Sendable, Equatable {
        /// The relay was not told, or told nothing.
        case relay(RelayError)
        /// An account's log is not known as far as it should be.
        case logs(LogsError)
        /// The receipts could not be read or struck off.
        case memory(KeychainError)
        /// What lay there as a receipt is none.
        case badReceipt(WireError)
        /// What lay there as a notice is none.
        case badNotice(WireError)
    }

    /// The messages, in the order in which they came; also those that wait or were dropped.
    public internal(set) var messages: [InboxOutcome] = []
    /// Receipts, to be answered by ``MessagePost/answer(_:policies:)`` and then acknowledged.
    public internal(set) var receipts: [Receipt] = []
    /// Notices, to be answered by ``MessagePost`` and then acknowledged.
    public internal(set) var rewraps: [Rewrap] = []
    /// What went wrong beside.
    public internal(set) var troubles: [Trouble] = []
    /// How many one-time prekeys the relay says it still has of this device.
    public internal(set) var prekeyCount = 0
    /// Whether nothing lay there any more.
    public internal(set) var isLast = false

    init() {}
}
