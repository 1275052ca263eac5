import HoldfastCrypto

/// Names what an account says of a device: the hash of the record's bytes.
///
/// - Note: `SHA-256("holdfast/device-record/v1" ‖ DeviceRecord)`.
public struct RecordHash: WireIdentifier {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Takes a name by its bytes; `nil` for another count than 32.
    ///
    /// - Parameter bytes: any; only 32 are a name.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The name of a record.
    ///
    /// - Parameter record: what an account says of a device.
    public init(_ record: DeviceRecord) {
        bytes = SHA256.hash(WireLabel.deviceRecord.bytes + record.bytes)
    }
}
