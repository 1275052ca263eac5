/// Names an account: the hash of the first entry of its log, which nobody can make twice.
public struct AccountID: WireIdentifier {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Takes a name by its bytes; `nil` for another count than 32.
    ///
    /// - Parameter bytes: any; only 32 are a name.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The account that an entry begins.
    ///
    /// - Parameter genesis: the hash of the log's first entry.
    public init(genesis: EntryHash) {
        bytes = genesis.bytes
    }
}
