public import HoldfastE2EE
public import HoldfastWire

/// A message that the relay has taken: who gets it, and how secret it stays.
public struct PostedMessage: Sendable, Hashable {
    /// One device that gets it.
    public struct Recipient: Sendable, Hashable {
        /// The device's account.
        public let account: AccountID
        /// The device.
        public let device: DeviceID
        /// How secret its wrap stays.
        public let grade: SecrecyGrade
        /// Whether the relay says that its inbox is full: it did not get it.
        public let isFull: Bool
    }

    /// The message.
    public let message: MessageID
    /// The envelope's attempt; 0 for the first one.
    public let attempt: UInt16
    /// The devices, by accounts and ids.
    public let recipients: [Recipient]
    /// What is new of the contacts, to be shown.
    public let events: [AccountID: [ContactEvent]]
    /// Prekeys that were not used, and why.
    public let refusedPrekeys: [DeviceID: PrekeyRefusal]
}
