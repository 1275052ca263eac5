import HoldfastCore
import HoldfastE2EE
import HoldfastRelayClient
import HoldfastWire

/// The device logs at a relay, and the transport that reaches it.
final class RelayAccountDirectory: AccountDirectory {
    /// The relay as it is known.
    let relay: RelayPlace
    /// Carries requests to it, for what is more than device logs.
    let transport: any RelayTransport
    private let noted: NotedTransport
    private let logs: RelayDirectory

    /// Takes a relay and what reaches it.
    ///
    /// - Parameters:
    ///   - relay: the relay.
    ///   - transport: carries requests to it.
    init(_ relay: RelayPlace, over transport: any RelayTransport) {
        self.relay = relay
        self.transport = transport
        noted = NotedTransport(transport)
        logs = RelayDirectory(over: noted, patience: .ofCommand)
    }

    var place: DirectoryPlace { .relay(relay) }

    var trouble: KeychainError? { noted.trouble.map { KeychainError($0, at: relay.address) } }

    func entries(
        of account: AccountID, from sequence: UInt64
    ) async throws(DirectoryError) -> [SignedLogEntry] {
        try await logs.entries(of: account, from: sequence)
    }

    func submit(_ entry: SignedLogEntry, to account: AccountID) async throws(DirectoryError) {
        try await logs.submit(entry, to: account)
    }

    func messageCounter(of device: DeviceID) async throws(DirectoryError) -> UInt64 {
        try await logs.messageCounter(of: device)
    }

    /// A relay counts what it forwards itself.
    func note(_ counter: UInt64, of device: DeviceID) async throws(DirectoryError) {}
}

extension RelayPatience {
    /// A person waits for the command: 3 tries within about a second.
    static var ofCommand: RelayPatience {
        var patience = RelayPatience()
        patience.tries = 3
        patience.firstWait = .milliseconds(250)
        patience.longestWait = .seconds(5)
        return patience
    }
}
