public import HoldfastE2EE
public import HoldfastWire

/// A directory as a process on a simulated phone reaches it: each request is a call that can fail,
/// before the server has it or after, and that a death can end.
public struct SimulatedDirectory: DeviceDirectory {
    private let process: AppProcess
    private let directory: MemoryDirectory

    /// Connects a process with a server.
    ///
    /// - Parameters:
    ///   - process: who asks.
    ///   - directory: the server.
    public init(_ process: AppProcess, _ directory: MemoryDirectory) {
        self.process = process
        self.directory = directory
    }

    private static let failures = [
        NativeFailure(domain: "errno", code: 110, name: "ETIMEDOUT")
    ]

    /// Asks for the entries of an account's log from a place on.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - sequence: the place of the first wanted entry.
    /// - Returns: the entries in order.
    /// - Throws: `unreachable` if the call fails; else as ``MemoryDirectory``.
    public func entries(
        of account: AccountID, from sequence: UInt64
    ) async throws(DirectoryError) -> [SignedLogEntry] {
        try request("directory.entries") { directory.answer(of: account, from: sequence) }.get()
    }

    /// Sends an entry.
    ///
    /// - Parameters:
    ///   - entry: the entry.
    ///   - account: its account.
    /// - Throws: `unreachable` if the call fails, though the server may have the entry then; else as
    ///   ``MemoryDirectory``.
    public func submit(
        _ entry: SignedLogEntry, to account: AccountID
    ) async throws(DirectoryError) {
        _ = try request("directory.submit") {
            directory.take(entry, to: account).map { Done() }
        }.get()
    }

    /// Asks for the highest message counter of a device.
    ///
    /// - Parameter device: the device.
    /// - Returns: the counter; 0 if none was seen.
    /// - Throws: `unreachable` if the call fails.
    public func messageCounter(of device: DeviceID) async throws(DirectoryError) -> UInt64 {
        try request("directory.messageCounter") { directory.counter(of: device) }.get()
    }

    private func request<Answer: Equatable & Sendable>(
        _ name: String, _ effect: () -> Result<Answer, DirectoryError>
    ) -> Result<Answer, DirectoryError> {
        process.perform(
            PlatformCall(name, "log", failures: Self.failures),
            failing: { _ in .failure(.unreachable) }, dead: .failure(.unreachable),
            describe: Self.describe
        ) { _ in effect() }
    }

    private static func describe<Answer>(_ answer: Result<Answer, DirectoryError>) -> String {
        switch answer {
        case .success: "done"
        case .failure(.unknownAccount): "unknown account"
        case .failure(.unreachable): "unreachable"
        case .failure(.refused): "refused"
        }
    }
}
