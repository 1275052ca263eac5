import HoldfastCore
public import HoldfastWire

extension ContactPin {
    private static let magic: [UInt8] = Array("HFPN".utf8)
    private static let version: UInt8 = 1

    /// The pin as it is stored in the app's database; nothing in it is secret.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.magic)
            writer.put(Self.version)
            writer.put(account.bytes)
            writer.put(head.sequence)
            writer.put(head.hash.bytes)
            writer.put(standing.rawValue)
            writer.put(hold?.rawValue ?? 0)
            writer.put(isRecoveryPending ? 1 as UInt8 : 0)
            writer.putVector(of: otherBranches) { writer, place in
                writer.put(place.sequence)
                writer.put(place.hash.bytes)
            }
        }
    }

    /// Reads what ``bytes`` wrote.
    ///
    /// A pin that cannot be read is not a new contact: pinning again would take whatever the server
    /// gives (P1).
    ///
    /// - Parameter bytes: the stored pin.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.raw(Self.magic.count, "magic") == Self.magic else {
            throw WireError(.invalidValue, in: "magic")
        }
        guard try reader.byte("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        guard let account = AccountID(try reader.raw(AccountID.byteCount, "account")) else {
            throw WireError(.truncated, in: "account")
        }
        let head = try LogHead(from: &reader)
        guard let standing = ContactStanding(rawValue: try reader.byte("standing")) else {
            throw WireError(.invalidValue, in: "standing")
        }
        let code = try reader.byte("hold")
        let hold = Hold(rawValue: code)
        guard code == 0 || hold != nil else { throw WireError(.invalidValue, in: "hold") }
        let pending = try reader.byte("recovery_pending")
        guard pending <= 1 else { throw WireError(.invalidValue, in: "recovery_pending") }
        let size = 8 + EntryHash.byteCount
        let others = try reader.vector(atMost: Self.branchLimit * size, "other_branches") {
            (reader) throws(WireError) in try LogHead(from: &reader)
        }
        guard (hold == .fork) == !others.isEmpty, Set(others).count == others.count else {
            throw WireError(.invalidValue, in: "other_branches")
        }
        try reader.expectEnd("pin")
        self.init(
            account: account, head: head, standing: standing, hold: hold,
            isRecoveryPending: pending == 1, otherBranches: others)
    }
}
