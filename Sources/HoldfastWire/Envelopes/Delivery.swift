import HoldfastCrypto

/// What one device gets of an envelope beside the message: its account's devices, its own wrap, and
/// the hashes that prove both.
public struct Delivery: Sendable, Hashable {
    /// The device's account, as the sender knew it.
    public let recipient: RecipientAccount
    /// The proof that the header stands for it.
    let recipientProof: TreePlace
    /// The ids of the account's devices that the message was wrapped for, one behind the other.
    let deviceIDs: [UInt8]
    /// The device's own wrap.
    public let wrap: Wrap
    /// The proof that the header stands for it.
    let wrapProof: TreePlace

    init(
        recipient: RecipientAccount, recipientProof: TreePlace, deviceIDs: [UInt8], wrap: Wrap,
        wrapProof: TreePlace
    ) {
        self.recipient = recipient
        self.recipientProof = recipientProof
        self.deviceIDs = deviceIDs
        self.wrap = wrap
        self.wrapProof = wrapProof
    }

    /// Checks that the header stands for the account and for the wrap.
    ///
    /// - Parameter header: the header, whose signature was verified.
    /// - Throws: ``MessageFault`` with `wrongAccounts` or `wrongWraps`.
    public func check(under header: MessageHeader) throws(MessageFault) {
        guard
            recipientProof.proves(
                recipient.leaf, inTreeOf: header.accountCount, root: header.accountsRoot)
        else { throw MessageFault(.wrongAccounts) }
        guard
            wrapProof.proves(
                Self.leaf(of: wrap, in: recipient.account), inTreeOf: header.wrapCount,
                root: header.wrapsRoot)
        else { throw MessageFault(.wrongWraps) }
    }

    /// Whether the list of devices is exactly this one.
    ///
    /// Eight bytes at a time: the list of an account with very many devices is compared for every
    /// message, and a loop over bytes would take as long as a tenth of opening one.
    ///
    /// - Parameter ids: ids of devices, one behind the other.
    /// - Returns: whether it is the same list.
    package func lists(_ ids: [UInt8]) -> Bool {
        guard ids.count == deviceIDs.count, ids.count.isMultiple(of: DeviceID.byteCount) else {
            return false
        }
        return ids.withUnsafeBytes { left in
            deviceIDs.withUnsafeBytes { right in
                stride(from: 0, to: left.count, by: 8).allSatisfy {
                    left.loadUnaligned(fromByteOffset: $0, as: UInt64.self)
                        == right.loadUnaligned(fromByteOffset: $0, as: UInt64.self)
                }
            }
        }
    }

    /// The account's devices that the message was wrapped for, in the order of their ids.
    ///
    /// - Returns: the devices; the wrap's is among them.
    /// - Throws: ``MessageFault`` with `wrongDevices` for another list than the one that was signed.
    public func devices() throws(MessageFault) -> [DeviceID] {
        guard RecipientAccount.hash(ofIDs: deviceIDs) == recipient.devices else {
            throw MessageFault(.wrongDevices)
        }
        let count = DeviceID.byteCount
        let devices = stride(from: 0, to: deviceIDs.count, by: count).compactMap {
            DeviceID(Array(deviceIDs[$0..<($0 + count)]))
        }
        guard zip(devices, devices.dropFirst()).allSatisfy({ $0 < $1 }),
            devices.contains(wrap.device)
        else { throw MessageFault(.wrongDevices) }
        return devices
    }

    /// The hash of a wrap as a member of the header's tree.
    static func leaf(of wrap: Wrap, in account: AccountID) -> [UInt8] {
        MerkleTree.leaf(account.bytes, wrap.bytes)
    }
}

extension Delivery {
    /// The part as a server stores it.
    public var bytes: [UInt8] { WireWriter.encode { write(to: &$0) } }

    /// Reads a part, without checking it.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try self.init(from: &reader)
        try reader.expectEnd("Delivery")
    }

    /// Writes the structure `Delivery`.
    func write(to writer: inout WireWriter) {
        recipient.write(to: &writer)
        recipientProof.write(to: &writer)
        writer.putVector(deviceIDs)
        wrap.write(to: &writer)
        wrapProof.write(to: &writer)
    }

    /// Reads the structure `Delivery`.
    init(from reader: inout WireReader) throws(WireError) {
        let recipient = try RecipientAccount(from: &reader)
        let recipientProof = try TreePlace(from: &reader, "account_proof")
        let deviceIDs = try reader.vector(
            atMost: LogEntry.deviceLimit * DeviceID.byteCount, "devices")
        guard !deviceIDs.isEmpty, deviceIDs.count.isMultiple(of: DeviceID.byteCount) else {
            throw WireError(.invalidValue, in: "devices")
        }
        let wrap = try Wrap(from: &reader)
        self.init(
            recipient: recipient, recipientProof: recipientProof, deviceIDs: deviceIDs,
            wrap: wrap, wrapProof: try TreePlace(from: &reader, "wrap_proof"))
    }
}
