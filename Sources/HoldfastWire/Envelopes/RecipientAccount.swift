import HoldfastCrypto

/// An account that gets a message, as the sender knew it: the place of its log, and by a hash the
/// devices that the message was wrapped for.
///
/// With it a recipient computes for itself which of its account's devices should have been there,
/// and sees when one was left out.
public struct RecipientAccount: Sendable, Hashable {
    /// The account.
    public let account: AccountID
    /// The newest place of the account's log that the sender knew.
    public let head: LogHead
    /// The hash of the devices' ids.
    public let devices: [UInt8]

    /// Makes an account that gets a message.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - head: the newest place of its log that the sender knew.
    ///   - devices: the devices that the message is wrapped for, in the order of their ids.
    public init(account: AccountID, head: LogHead, devices: [DeviceID]) {
        self.init(account: account, head: head, devicesHash: Self.hash(of: devices))
    }

    init(account: AccountID, head: LogHead, devicesHash: [UInt8]) {
        self.account = account
        self.head = head
        devices = devicesHash
    }

    /// The hash of a set of devices.
    ///
    /// - Note: `SHA-256("holdfast/device-set/v1" ‖ ids in order)`.
    ///
    /// - Parameter devices: the devices, in the order of their ids, none twice.
    /// - Returns: 32 bytes.
    public static func hash(of devices: [DeviceID]) -> [UInt8] {
        SHA256.hash { hash in
            hash.absorb(WireLabel.deviceSet.bytes)
            for device in devices { hash.absorb(device.bytes) }
        }
    }

    /// The hash of a set of devices whose ids lie one behind the other.
    static func hash(ofIDs ids: [UInt8]) -> [UInt8] {
        SHA256.hash { hash in
            hash.absorb(WireLabel.deviceSet.bytes)
            hash.absorb(ids)
        }
    }
}

extension RecipientAccount {
    /// Its hash as a member of the header's tree.
    var leaf: [UInt8] { MerkleTree.leaf(WireWriter.encode { write(to: &$0) }) }

    /// Writes the structure `RecipientAccount`.
    func write(to writer: inout WireWriter) {
        writer.put(account.bytes)
        head.write(to: &writer)
        writer.put(devices)
    }

    /// Reads the structure `RecipientAccount`.
    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            account: try reader.identifier(AccountID.self, "account"),
            head: try LogHead(from: &reader, "head"),
            devicesHash: try reader.raw(SHA256.byteCount, "devices_hash"))
    }
}
