#if os(Linux) && Desktop
/// Which bus to speak to.
package enum BusPlace: Sendable, Equatable {
    /// The machine's; `DBUS_SYSTEM_BUS_ADDRESS` names another.
    case system
    /// The user's; `DBUS_SESSION_BUS_ADDRESS` names another.
    case user
    /// One at an address of the D-Bus Specification, "Server Addresses".
    case address(String)
}
#endif
