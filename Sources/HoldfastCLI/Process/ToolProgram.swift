public import HoldfastRelayClient

/// Which of the tool's programs a process is; they read the same command lines.
public enum ToolProgram: Sendable {
    /// `holdfast`, which starts sooner for having no network library, and hands what needs one to
    /// the other program.
    case main
    /// `holdfast-network`, with what speaks to a relay; `nil` if it was built without.
    case network(RelayConnector?)
    /// `holdfast-sheet`, with what makes a page to print; `nil` if it was built without.
    case sheet(SheetPrinter?)
}

/// Makes what carries requests to a relay.
public struct RelayConnector: Sendable {
    let connect: @Sendable (RelayAddress, String?) throws(TransportFailure) -> any RelayTransport

    /// Takes what makes a transport.
    ///
    /// - Parameter connect: from a relay's address and the path of a file of certificate
    ///   authorities, `nil` for the system's, to a transport.
    public init(
        _ connect:
            @escaping @Sendable (
                RelayAddress, String?
            ) throws(TransportFailure) -> any RelayTransport
    ) {
        self.connect = connect
    }
}
