#if os(Linux) && Desktop
/// A reply or a signal, copied out of the library's memory.
package struct BusMessage: Sendable, Equatable {
    /// The unique name of who sent it, as the bus itself says; `nil` from a peer without a bus.
    package let sender: String?
    /// The object that a signal is about; empty for a reply.
    package let path: String
    /// The interface of a signal; empty for a reply.
    package let interface: String
    /// The name of a signal; empty for a reply.
    package let member: String
    /// What it carries.
    package let body: [BusValue]
}

/// A call of a method.
package struct BusCall: Sendable, Equatable {
    /// An argument; there are only the types that are needed.
    package enum Argument: Sendable, Equatable {
        /// `s`.
        case text(String)
        /// `b`.
        case flag(Bool)
        /// `u`.
        case number(UInt32)
    }

    /// A unique or well-known name.
    package let destination: String
    /// The object.
    package let path: String
    /// The interface.
    package let interface: String
    /// The method.
    package let member: String
    /// Its arguments.
    package let arguments: [Argument]

    /// Takes the parts.
    package init(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: [Argument] = []
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}
#endif
