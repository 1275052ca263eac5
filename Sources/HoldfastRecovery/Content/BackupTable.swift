/// What kinds of records a backup holds.
///
/// There is none for private device keys, prekeys, sessions and tokens: they are in no backup (P7).
public enum BackupTable: UInt8, Sendable, CaseIterable {
    /// Messages that were received and sent.
    case messages = 1
    /// Contacts, with what each was verified by.
    case contacts = 2
    /// The account's own device log: signed entries, from the first one on.
    case log = 3
    /// Settings, and the device's place in the account.
    case settings = 4
    /// Items that may leave the device.
    case items = 5
}
