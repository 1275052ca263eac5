#if os(Linux) && PostgreSQL
/// Why a statement had no effect, or why it is not known whether it had.
///
/// - Note: PostgreSQL 15, appendix A: the codes are SQLSTATEs. The server's texts can hold values of
///   rows, so that they go nowhere.
struct PostgreSQLError: Error, Sendable, Equatable {
    /// Five characters.
    let state: String
    /// Why there is no connection, in libpq's words, for whoever starts the relay; no password is
    /// in them.
    var words: String?

    /// Makes an error of a code.
    init(state: String, words: String? = nil) {
        self.state = state
        self.words = words
    }

    /// The connection ended, or has to.
    static let lost = PostgreSQLError(state: "08006")
    /// The answer did not come in time.
    static let silent = PostgreSQLError(state: "08HFT")
    /// The commit was warned of: it may not have reached the standby.
    static let doubtful = PostgreSQLError(state: "08HFW")
    /// A row or an answer is not of the form that was asked for.
    static let strange = PostgreSQLError(state: "XXHF0")

    /// Whether the connection is of no use any more: it ended, the server ends, or it has become one
    /// that only reads.
    var isLost: Bool {
        ["08", "57"].contains(state.prefix(2)) && state != "57014" || state == "25006"
            || state == "25P03" || state == "53300"
    }

    /// Whether the same transaction can succeed when it is done again: it met another one.
    ///
    /// A unique constraint is among them: each body looks for the row first, so that it met one that
    /// came in between, and sees it the next time.
    var isCollision: Bool { ["40001", "40P01", "23505"].contains(state) }
}

extension StorageError {
    /// What an error of PostgreSQL means to a relay.
    init(_ error: PostgreSQLError) {
        let reason: Reason =
            switch error.state {
            case "53100": .full
            case "55P03", "57014": .unavailable
            case let state where state.hasPrefix("53") || error.isLost: .unavailable
            case _ where error.isCollision: .unavailable
            default: .failed
            }
        self.init(reason: reason, message: "SQLSTATE \(error.state)")
    }
}
#endif
