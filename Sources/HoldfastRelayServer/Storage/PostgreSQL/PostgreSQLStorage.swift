#if os(Linux) && PostgreSQL
internal import Glibc

/// A relay's storage in PostgreSQL, which other relays may use at the same time.
///
/// A bounded number of connections, and as many threads as write: each does one write in one
/// transaction and tells of it after the commit was answered; the server makes the commits of
/// several durable together. A connection that is lost is replaced, and what was being done is done
/// again: every write of a relay is one that finds what it did before.
final class PostgreSQLStorage: RelayStorage {
    private let place: DatabasePlace
    private let slots: BlockingQueue<Slot>
    private let queue = BlockingQueue<Job>(limit: 8_192)
    private let threads: [WorkerThread]
    private let wakes: PostgreSQLWakes

    let readsAreQuick = false

    // Whoever takes one out of the queue is the only one to have it until it is put back.
    /// The right to one connection, with the connection if there is one.
    private struct Slot: @unchecked Sendable {
        var connection: PostgreSQLConnection?
    }

    /// A write that waits.
    private struct Job: Sendable {
        /// Counted from when it came.
        let patience = Patience()
        let run: @Sendable (PostgreSQLRecords) -> Outcome
        let failed: @Sendable (StorageError) -> Void
    }

    /// What became of a body; it holds only after the commit.
    private enum Outcome: Sendable {
        case done(@Sendable () -> Void)
        case failed(StorageError)
    }

    /// Opens a database, and brings its tables to the present version.
    ///
    /// - Parameters:
    ///   - place: where it is.
    ///   - key: the public half of the relay's key.
    ///   - connectionCount: most connections, 2 or more, beside two for waking.
    ///   - events: where it is said that the database cannot be reached.
    /// - Throws: ``RelayFailure``.
    init(
        _ place: DatabasePlace, key: [UInt8], connectionCount: Int, events: EventLog
    ) throws(RelayFailure) {
        let first: PostgreSQLConnection
        do throws(PostgreSQLError) {
            first = try PostgreSQLConnection(place)
        } catch {
            throw RelayFailure("cannot connect to the database: \(error.words ?? error.state)")
        }
        try PostgreSQLSchema.prepare(first, key: key)
        self.place = place
        let slots = BlockingQueue<Slot>(limit: connectionCount)
        _ = slots.push(Slot(connection: first))
        for _ in 1..<connectionCount { _ = slots.push(Slot()) }
        self.slots = slots
        let queue = queue
        var threads: [WorkerThread] = []
        for _ in 0..<Self.writerCount(connectionCount) {
            threads.append(
                try WorkerThread {
                    while let job = queue.take(atMost: 1).first { Self.run(job, slots, place) }
                })
        }
        self.threads = threads
        wakes = try PostgreSQLWakes(place, events: events)
    }

    /// How many connections write at most; the others are left for whoever reads.
    static func writerCount(_ connectionCount: Int) -> Int { max(1, connectionCount / 2) }

    func read<R>(
        _ body: (any RelayRecords) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        var patience = Patience()
        while true {
            do throws(Interruption) {
                return try Self.use(slots, place) { (connection) throws(Interruption) in
                    try Self.read(connection, body)
                }
            } catch {
                guard error.mayPass, patience.wait() else { throw error.error }
            }
        }
    }

    func write<R: Sendable>(
        _ body: @escaping @Sendable (any RelayRecords) throws(StorageError) -> R,
        done: @escaping @Sendable (Result<R, StorageError>) -> Void
    ) {
        let job = Job(
            run: { records in
                do throws(StorageError) {
                    let value = try body(records)
                    return .done { done(.success(value)) }
                } catch {
                    return .failed(error)
                }
            }, failed: { error in done(.failure(error)) })
        if !queue.push(job) {
            done(.failure(StorageError(reason: .unavailable, message: "too many writes wait")))
        }
    }

    func announce(_ inboxes: [InboxName]) { wakes.announce(inboxes) }

    func listen(_ heard: @escaping @Sendable (InboxNews) -> Void) throws(RelayFailure) {
        try wakes.listen(heard)
    }

    func close() {
        queue.close()
        for thread in threads { thread.join() }
        wakes.close()
        slots.close()
        while !slots.take(atMost: 64).isEmpty {}
    }

    /// Why something was not done, and whether it is worth another try.
    private struct Interruption: Error {
        let error: StorageError
        let mayPass: Bool

        init(_ error: PostgreSQLError) {
            self.error = StorageError(error)
            mayPass = error.isLost || error.isCollision
        }

        /// A body's own error stands, if no statement failed.
        init(_ error: StorageError, _ failure: PostgreSQLError?) {
            self.error = error
            mayPass = failure.map { $0.isLost || $0.isCollision } ?? false
        }
    }

    private static func run(
        _ job: Job, _ slots: BlockingQueue<Slot>, _ place: DatabasePlace
    ) {
        var patience = job.patience
        guard !patience.isOver else {
            return job.failed(StorageError(reason: .unavailable, message: "it waited too long"))
        }
        while true {
            do throws(Interruption) {
                let tell = try use(slots, place) { (connection) throws(Interruption) in
                    try write(connection, job)
                }
                return tell()
            } catch {
                if error.mayPass, patience.wait() { continue }
                return job.failed(error.error)
            }
        }
    }

    /// Takes a connection, or makes one where there is none, and gives it back unless it was lost.
    private static func use<R>(
        _ slots: BlockingQueue<Slot>, _ place: DatabasePlace,
        _ body: (PostgreSQLConnection) throws(Interruption) -> R
    ) throws(Interruption) -> R {
        guard var slot = slots.take(atMost: 1).first else { throw Interruption(.lost) }
        defer { _ = slots.push(slot) }
        let connection: PostgreSQLConnection
        do throws(PostgreSQLError) {
            if let idle = slot.connection {
                connection = idle
            } else {
                connection = try PostgreSQLConnection(place)
            }
        } catch {
            throw Interruption(error)
        }
        slot.connection = connection
        defer { if connection.isLost { slot.connection = nil } }
        return try body(connection)
    }

    private static func read<R>(
        _ connection: PostgreSQLConnection,
        _ body: (any RelayRecords) throws(StorageError) -> R
    ) throws(Interruption) -> R {
        let records = PostgreSQLRecords(connection, isWriter: false)
        do throws(PostgreSQLError) {
            try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        } catch {
            throw Interruption(error)
        }
        let result: R
        do throws(StorageError) {
            result = try body(records)
        } catch {
            connection.rollBack()
            throw Interruption(error, records.failure)
        }
        // Nothing was written: what was read counts, however this ends.
        connection.rollBack()
        return result
    }

    private static func write(
        _ connection: PostgreSQLConnection, _ job: Job
    ) throws(Interruption) -> @Sendable () -> Void {
        let records = PostgreSQLRecords(connection, isWriter: true)
        do throws(PostgreSQLError) {
            try connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        } catch {
            throw Interruption(error)
        }
        switch job.run(records) {
        case .failed(let error):
            connection.rollBack()
            throw Interruption(error, records.failure)
        case .done(let tell):
            do throws(PostgreSQLError) {
                try connection.commit()
            } catch {
                connection.rollBack()
                throw Interruption(error)
            }
            return tell
        }
    }
}
#endif
