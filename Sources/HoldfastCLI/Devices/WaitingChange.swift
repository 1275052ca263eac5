import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// A change that can still be undone, named by the place of its entry.
@MainActor
enum WaitingChange {
    /// Says yes or no to the change that a command line names.
    static func decide(
        _ arguments: ParsedArguments, in session: Session, action: String, done: String,
        _ decision: (DeviceIdentity, PendingChange) async throws(IdentityError) -> LogHead
    ) async throws(Failure) -> Int32 {
        let device = try await VaultDevice.find(arguments, in: session, action)
        let opening = try await device.opened(action)
        if case .proceed = opening.decision, let record = opening.record {
            _ = try await device.inOrder(action)
            try await device.takeCounter(record, action)
        }
        let log = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.accountLog()
        }
        let number = UInt64(arguments.words[0])
        guard let change = log.pending.first(where: { $0.entry.sequence == number }) else {
            throw Failure(
                KeychainError(
                    .invalidArgument, "no change of that number waits",
                    advice: "see 'holdfast device list'"), action)
        }
        _ = try await device.run(action) { () async throws(IdentityError) in
            try await decision(device.identity, change)
        }
        session.note("entry \(change.entry.sequence) is \(done)")
        return 0
    }
}

extension CommandDeclaration.Argument {
    static let waitingChange = Self(
        "ENTRY", "the change's number, as 'holdfast device list' has it")
}
