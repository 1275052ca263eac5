#if os(Linux) && PostgreSQL
internal import CPQ
internal import Glibc

/// One connection to the database with its prepared statements.
///
/// It belongs to one thread at a time, which waits for the answers; none of those is the cooperative
/// pool's. A statement's text is a literal of the program, so that nothing else can get into it.
final class PostgreSQLConnection {
    /// How long an answer may take in all, the way included, in milliseconds.
    var answerMilliseconds: Int64 = 15_000

    private let connection: OpaquePointer
    private var names: [UnsafePointer<UInt8>: String] = [:]
    private let warnings = Warnings()
    /// Whether it is of no use any more.
    private(set) var isLost = false

    /// What the server warned of; libpq's call finds it behind its pointer.
    private final class Warnings {
        var count = 0
    }

    /// Connects, and sees that nothing is acknowledged before it is durable.
    ///
    /// - Throws: ``PostgreSQLError``; its server is asked for by the caller's place alone.
    init(_ place: DatabasePlace) throws(PostgreSQLError) {
        // What the place says stands behind, and so wins over these.
        let defaults = [
            ("target_session_attrs", "read-write"), ("connect_timeout", "5"),
            ("fallback_application_name", "holdfast-relay"), ("keepalives_idle", "10"),
            ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "15000"), ("dbname", place.text),
        ]
        let connected = Self.withCStrings(defaults.map(\.0)) { keywords in
            Self.withCStrings(defaults.map(\.1)) { PQconnectdbParams(keywords, $0, 1) }
        }
        guard let connected else { throw .lost }
        guard PQstatus(connected) == CONNECTION_OK, PQsetnonblocking(connected, 1) == 0 else {
            let words = PQerrorMessage(connected).map { String(cString: $0) }
            PQfinish(connected)
            throw PostgreSQLError(state: PostgreSQLError.lost.state, words: words)
        }
        connection = connected
        _ = PQsetNoticeReceiver(
            connected, Self.receiver, Unmanaged.passUnretained(warnings).toOpaque())
        try settle()
    }

    deinit { PQfinish(connection) }

    /// The server's socket, to wait at.
    var socket: Int32 { PQsocket(connection) }

    /// What the server announced since the last call.
    ///
    /// - Throws: ``PostgreSQLError`` if the connection ended.
    func announcements() throws(PostgreSQLError) -> [String] {
        guard PQconsumeInput(connection) == 1 else { throw lose(.lost) }
        var texts: [String] = []
        while let notice = PQnotifies(connection) {
            texts.append(String(cString: notice.pointee.extra))
            PQfreemem(notice)
        }
        return texts
    }

    /// Runs a statement that is prepared once.
    ///
    /// - Parameters:
    ///   - sql: the text.
    ///   - values: its parameters in order.
    /// - Returns: its rows.
    /// - Throws: ``PostgreSQLError``.
    @discardableResult
    func run(
        _ sql: StaticString, _ values: [PostgreSQLValue] = []
    ) throws(PostgreSQLError) -> PostgreSQLRows {
        let name = try prepare(sql)
        let encoded = values.map(\.encoded)
        // One more byte, so that an empty value has an address too.
        let bytes = encoded.reduce(into: []) { $0 += $1 ?? [] } + [0]
        let lengths = encoded.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        let isSent = bytes.withUnsafeBytes { bytes -> Bool in
            var offset = 0
            let pointers = encoded.map { value -> UnsafePointer<CChar>? in
                guard let value else { return nil }
                defer { offset += value.count }
                return bytes.baseAddress?.advanced(by: offset)
                    .assumingMemoryBound(to: CChar.self)
            }
            return PQsendQueryPrepared(
                connection, name, Int32(values.count), pointers, lengths, formats, 1) == 1
        }
        guard isSent else { throw lose(.lost) }
        return try answer()
    }

    /// Runs a text of several statements that has no parameters and gives no rows.
    ///
    /// - Throws: ``PostgreSQLError``.
    func execute(_ sql: StaticString) throws(PostgreSQLError) {
        guard PQsendQuery(connection, Self.pointer(sql)) == 1 else { throw lose(.lost) }
        _ = try answer()
    }

    /// Ends a transaction so that it holds.
    ///
    /// - Throws: ``PostgreSQLError``. After one that ``PostgreSQLError/isLost``, nobody knows whether
    ///   it holds; a warning counts as that, since the server gives one when it stops waiting for
    ///   its standby.
    func commit() throws(PostgreSQLError) {
        warnings.count = 0
        guard PQsendQuery(connection, "COMMIT") == 1 else { throw lose(.lost) }
        let rows = try answer()
        // A transaction that had failed answers ROLLBACK, and that is no error to the server.
        guard rows.isCommit else { throw .strange }
        guard warnings.count == 0 else { throw lose(.doubtful) }
    }

    /// Ends a transaction so that nothing of it holds; a connection where that fails is lost.
    func rollBack() {
        guard !isLost else { return }
        do throws(PostgreSQLError) {
            try execute("ROLLBACK")
        } catch {
            isLost = true
        }
    }

    private func prepare(_ sql: StaticString) throws(PostgreSQLError) -> String {
        if let known = names[sql.utf8Start] { return known }
        let name = "s\(names.count)"
        guard PQsendPrepare(connection, name, Self.pointer(sql), 0, nil) == 1 else {
            throw lose(.lost)
        }
        _ = try answer()
        names[sql.utf8Start] = name
        return name
    }

    /// The answer to what was sent; the last one if there are several.
    private func answer() throws(PostgreSQLError) -> PostgreSQLRows {
        let deadline = RelayClock.system.milliseconds() + answerMilliseconds
        var last = PostgreSQLRows(nil)
        var failure: PostgreSQLError?
        while true {
            try waitForAnswer(until: deadline)
            guard let result = PQgetResult(connection) else { break }
            let rows = PostgreSQLRows(result)
            if let error = Self.error(of: result) {
                failure = failure ?? error
            } else {
                last = rows
            }
        }
        if PQstatus(connection) != CONNECTION_OK { throw lose(failure ?? .lost) }
        if let failure { throw failure.isLost ? lose(failure) : failure }
        return last
    }

    private func waitForAnswer(until deadline: Int64) throws(PostgreSQLError) {
        while true {
            let left = PQflush(connection)
            guard left >= 0 else { throw lose(.lost) }
            if left == 0, PQisBusy(connection) == 0 { return }
            let events = Int16(POLLIN) | (left == 1 ? Int16(POLLOUT) : 0)
            var place = pollfd(fd: PQsocket(connection), events: events, revents: 0)
            let time = deadline - RelayClock.system.milliseconds()
            let count = time > 0 ? poll(&place, 1, Int32(clamping: time)) : 0
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw lose(.silent) }
            guard PQconsumeInput(connection) == 1 else { throw lose(.lost) }
        }
    }

    private func lose(_ error: PostgreSQLError) -> PostgreSQLError {
        isLost = true
        return error.isLost ? error : .lost
    }

    private static func error(of result: OpaquePointer) -> PostgreSQLError? {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: nil
        default:
            // Without a code it is libpq's own: the connection ended.
            holdfast_pq_state(result).map { PostgreSQLError(state: String(cString: $0)) } ?? .lost
        }
    }

    /// Settings of every session: time-outs, and a commit that waits for disk and standbys.
    ///
    /// What is stricter already stays.
    private func settle() throws(PostgreSQLError) {
        try run(
            """
            SELECT set_config('statement_timeout', '10s', false),
                set_config('lock_timeout', '5s', false),
                set_config('idle_in_transaction_session_timeout', '30s', false),
                set_config('client_min_messages', 'warning', false),
                set_config('jit', 'off', false),
                set_config('synchronous_commit',
                    CASE WHEN current_setting('synchronous_commit') = 'remote_apply'
                        THEN 'remote_apply' ELSE 'on' END, false)
            """)
    }

    // Formed here and not in an actor's context: libpq calls it on whatever thread waits.
    private static let receiver: PQnoticeReceiver = { context, result in
        guard let context, let state = holdfast_pq_state(result),
            // Class 00 is a notice of success, such as that a table is there already.
            strncmp(state, "00", 2) != 0
        else { return }
        Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue().count += 1
    }

    private static func pointer(_ sql: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// A list of C strings that ends with nil.
    private static func withCStrings<R>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R
    ) -> R {
        var copies: [UnsafePointer<CChar>?] = texts.map { strdup($0).map { UnsafePointer($0) } }
        copies.append(nil)
        defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
        return body(copies)
    }
}
#endif
