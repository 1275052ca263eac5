import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// A directory of device logs that can say more of its failures than the protocol's errors do.
protocol AccountDirectory: DeviceDirectory {
    /// Where it is.
    var place: DirectoryPlace { get }

    /// What kept it from its last answer, if anything did.
    var trouble: KeychainError? { get }

    /// Notes the highest message counter that a device has used; a lower one changes nothing.
    ///
    /// - Parameters:
    ///   - counter: the counter.
    ///   - device: the device.
    /// - Throws: ``DirectoryError``.
    func note(_ counter: UInt64, of device: DeviceID) async throws(DirectoryError)
}
