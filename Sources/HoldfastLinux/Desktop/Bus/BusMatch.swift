#if os(Linux) && Desktop
/// Which signals somebody wants.
///
/// The bus is told, so that it sends them, and each one that arrives is compared again: anybody on
/// the bus can send a signal of any look straight to us, but nobody can send it under the unique
/// name of another.
package struct BusMatch: Sendable, Equatable {
    /// A unique name, or a well-known one of which the owner at that moment counts.
    package let sender: String
    /// The object; `nil` for all.
    package let path: String?
    /// The interface.
    package let interface: String
    /// The signal; `nil` for all of the interface.
    package let member: String?

    /// Takes the parts.
    package init(sender: String, path: String?, interface: String, member: String?) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
    }

    /// The rule in the words of the bus.
    ///
    /// - Note: D-Bus Specification, "Match Rules". Names and paths have no apostrophe.
    var rule: String {
        var rule = "type='signal',sender='\(sender)',interface='\(interface)'"
        if let path { rule += ",path='\(path)'" }
        if let member { rule += ",member='\(member)'" }
        return rule
    }

    /// Whether a signal is meant, whose sender is checked by the caller.
    func fits(_ message: BusMessage) -> Bool {
        message.interface == interface && (member ?? message.member) == message.member
            && (path ?? message.path) == message.path
    }
}

/// What a follower of signals is told.
package enum BusEvent: Sendable, Equatable {
    /// A signal that fits.
    case signal(BusMessage)
    /// The sender's name has another owner now, or none.
    case ownerChanged(String?)
    /// There will be nothing more.
    case ended(BusFailure)
}
#endif
