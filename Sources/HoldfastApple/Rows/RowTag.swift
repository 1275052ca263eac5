/// How this package's rows are told from everybody else's, in columns that can be selected by while
/// the phone is locked.
enum RowTag {
    /// The value of `crtr`, the four letters `HFst`: whose row it is.
    ///
    /// It stands in every query, so that another library's row under the same name is never read,
    /// changed or removed, not even if it appears between two calls.
    static let creator = 0x4846_7374
}

/// The value of `type`: what kind of row of this package it is.
enum RowKind: Int, Sendable {
    /// An item that only this app writes; the ledger knows all of them.
    case privateItem = 1
    /// An item that another app or another device may write as well.
    case sharedItem = 2
    /// The row that is always there once the store has answered.
    case sentinel = 3
    /// A row that is readable only while the phone is unlocked.
    case lockProbe = 4
    /// A key of the Secure Enclave, wrapped by it.
    case deviceKey = 5
}
