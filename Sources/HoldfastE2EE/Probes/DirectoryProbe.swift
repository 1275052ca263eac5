/// What the account's device log says of this device.
///
/// Only entries that verify count. What a server merely claims is `unconfirmed`, and nothing is
/// destroyed or made because of it.
public enum DirectoryProbe: String, Sendable, Hashable, CaseIterable {
    /// The verified log has this device's key among the account's devices.
    case sameKey
    /// The verified log has another key in this device's place.
    case otherKey
    /// The verified log has put this device out, and nothing that waits in it can undo that.
    case revoked
    /// The verified log has put this device out by a change that waits, to which the device can
    /// still object.
    case removalWaits
    /// The server says that it does not know the device or the account.
    case unknown
    /// There is no account yet: nobody has named one, or the server says that it is new.
    case noAccount
    /// The verified log of the person's account has other devices, and this one is none of them.
    case otherDevices
    /// The server claims something that does not verify.
    case unconfirmed
    /// The server did not answer.
    case unreachable
}
