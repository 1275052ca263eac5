/// Every account that gets a message, with its wraps, in the one order that there is.
public struct RecipientList: Sendable {
    /// The accounts, in the order of their ids, none twice.
    public let accounts: [AccountWraps]
    /// How many devices there are.
    public let wrapCount: Int
    /// The hash over the accounts with their device sets.
    let accountTree: MerkleTree
    /// The hash over the wraps.
    let wrapTree: MerkleTree

    /// Takes the accounts and hashes them.
    ///
    /// - Parameter accounts: 1 to ``Envelope/accountLimit`` accounts with together at most
    ///   ``Envelope/wrapLimit`` wraps, in the order of their ids, none twice.
    /// - Throws: ``WireError`` with `invalidValue` for none, `tooLong` for too many, `notCanonical`
    ///   for another order.
    public init(_ accounts: [AccountWraps]) throws(WireError) {
        guard !accounts.isEmpty else { throw WireError(.invalidValue, in: "accounts") }
        let wrapCount = accounts.reduce(0) { $0 + $1.wraps.count }
        guard accounts.count <= Envelope.accountLimit, wrapCount <= Envelope.wrapLimit else {
            throw WireError(.tooLong, in: "accounts")
        }
        guard zip(accounts, accounts.dropFirst()).allSatisfy({ $0.account < $1.account }) else {
            throw WireError(.notCanonical, in: "accounts")
        }
        self.accounts = accounts
        self.wrapCount = wrapCount
        accountTree = MerkleTree(leaves: accounts.map(\.recipient.leaf))
        wrapTree = MerkleTree(leaves: accounts.flatMap(\.leaves))
    }
}
