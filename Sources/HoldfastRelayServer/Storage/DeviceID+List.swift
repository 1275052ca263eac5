internal import HoldfastWire

extension DeviceID {
    /// The names that stand one behind the other.
    static func list(_ bytes: [UInt8]) -> [DeviceID] {
        stride(from: 0, to: bytes.count, by: byteCount).compactMap {
            DeviceID(Array(bytes[$0..<min(bytes.count, $0 + byteCount)]))
        }
    }
}
