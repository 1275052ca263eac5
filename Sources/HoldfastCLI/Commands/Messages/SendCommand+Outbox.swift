import HoldfastCore
import HoldfastE2EE
import HoldfastHistory
import HoldfastWire

extension SendCommand {
    /// Writes what waits or was stopped.
    static func writeUnsent(
        _ here: Correspondence, _ session: Session
    ) async throws(Failure) -> Int32 {
        let action = "cannot list the messages"
        let messages = try await session.attempt(action) { () async throws(KeychainError) in
            try await here.history.unsentMessages()
        }
        return try await write(messages, here, session, action)
    }

    /// Gives a message up, while nobody is sending.
    static func drop(
        _ word: String, _ here: Correspondence, _ session: Session
    ) async throws(Failure) -> Int32 {
        let action = "cannot drop the message"
        let id = try message(word, action)
        let message = try await session.attempt(action) { () async throws(KeychainError) in
            let lock = try await here.lockOutbox()
            defer { withExtendedLifetime(lock) {} }
            return try await here.history.drop(id)
        }
        return try await write([message], here, session, action)
    }

    /// The message that a word of the command line names.
    static func message(_ word: String, _ action: String) throws(Failure) -> MessageID {
        guard let id = Hexadecimal.bytes(word.lowercased()).flatMap(MessageID.init) else {
            throw Failure(
                KeychainError(
                    .invalidArgument, "that is no message's id",
                    advice: "copy all 32 characters of it"), action)
        }
        return id
    }

    private static func write(
        _ messages: [OutgoingMessage], _ here: Correspondence, _ session: Session,
        _ action: String
    ) async throws(Failure) -> Int32 {
        let people = try await session.attempt(action) { () async throws(KeychainError) in
            try await here.people()
        }
        let report = SendReport(
            round: Correspondence.Round(messages: messages), people: people,
            relay: here.relay.address)
        try report.write(in: session)
        return 0
    }
}
