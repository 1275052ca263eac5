#if os(Linux)
internal import HoldfastSQLite
internal import Synchronization

/// A relay's storage in one SQLite file.
///
/// One thread writes. It takes all that waits, does it in one transaction, and
/// acknowledges all of it after the one sync of the commit; while that runs, the next ones
/// gather. Reads have connections of their own and wait for nobody.
final class SQLiteStorage: RelayStorage {
    private let path: String
    private let queue = BlockingQueue<Job>(limit: 8_192)
    private let readers = Mutex(Readers())
    private let thread: WorkerThread

    /// Opens a database, or makes one, and brings it to the present version.
    ///
    /// - Parameter path: the file's path.
    /// - Throws: ``RelayFailure``; a newer database is left as it is.
    init(path: String) throws(RelayFailure) {
        let writer: Writer
        do throws(SQLiteError) {
            writer = try Writer(path: path)
        } catch {
            throw RelayFailure("cannot open the database: \(error)")
        }
        try SQLiteSchema.prepare(writer.records.connection)
        self.path = path
        let queue = queue
        thread = try WorkerThread { writer.run(queue) }
    }

    func read<R>(
        _ body: (any RelayRecords) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        let records = try reader()
        let result: R
        do throws(SQLiteError) {
            try records.connection.execute("BEGIN")
        } catch {
            throw StorageError(error)
        }
        do throws(StorageError) {
            result = try body(records)
        } catch {
            end(records)
            throw error
        }
        end(records)
        return result
    }

    func write<R: Sendable>(
        _ body: @escaping @Sendable (any RelayRecords) throws(StorageError) -> R,
        done: @escaping @Sendable (Result<R, StorageError>) -> Void
    ) {
        let job = Job(
            body: { records in
                do throws(StorageError) {
                    let value = try body(records)
                    return Job.Outcome(error: nil) { done(.success(value)) }
                } catch {
                    return Job.Outcome(error: error) { done(.failure(error)) }
                }
            }, failed: { error in done(.failure(error)) })
        if !queue.push(job) {
            done(.failure(StorageError(reason: .unavailable, message: "too many writes wait")))
        }
    }

    let readsAreQuick = true

    // The file is one relay's alone, which wakes its own.
    func announce(_ inboxes: [InboxName]) {}
    func listen(_ heard: @escaping @Sendable (InboxNews) -> Void) {}

    func close() {
        queue.close()
        thread.join()
        readers.withLock { $0.idle = [] }
    }

    private func reader() throws(StorageError) -> SQLiteRecords {
        let idle = readers.withLock { $0.idle.popLast() }
        if let idle { return idle.records }
        do throws(SQLiteError) {
            return try SQLiteRecords(path: path, isWriter: false)
        } catch {
            throw StorageError(error)
        }
    }

    /// Gives a connection back; one whose transaction does not end is thrown away.
    private func end(_ records: SQLiteRecords) {
        do throws(SQLiteError) {
            try records.connection.execute("COMMIT")
        } catch {
            records.connection.abandon(because: error)
            return
        }
        let handed = Reader(records)
        readers.withLock { if $0.idle.count < 16 { $0.idle.append(handed) } }
    }

    private struct Readers {
        var idle: [Reader] = []
    }

    // Whoever takes one out of the list is the only one to have it until it is put back.
    /// A connection that nobody reads with.
    private struct Reader: @unchecked Sendable {
        let records: SQLiteRecords
        init(_ records: SQLiteRecords) { self.records = records }
    }

    // Made by the one thread that starts the writing thread, and used by that alone from then on.
    /// The one connection that writes.
    private final class Writer: @unchecked Sendable {
        private(set) var records: SQLiteRecords
        private let path: String

        init(path: String) throws(SQLiteError) {
            self.path = path
            records = try SQLiteRecords(path: path, isWriter: true)
        }

        func run(_ queue: BlockingQueue<Job>) {
            while true {
                let jobs = queue.take(atMost: 256)
                if jobs.isEmpty { return }
                do throws(StorageError) {
                    try reopen()
                    WriteBatch(records).run(jobs)
                } catch {
                    for job in jobs { job.failed(error) }
                }
            }
        }

        /// A connection whose rollback failed was given up; the file is as the last commit left it.
        private func reopen() throws(StorageError) {
            guard !records.connection.isOpen else { return }
            do throws(SQLiteError) {
                records = try SQLiteRecords(path: path, isWriter: true)
            } catch {
                throw StorageError(error)
            }
        }
    }

    /// A write that waits.
    struct Job: Sendable {
        /// What is said to whoever waits, once it is true.
        struct Outcome: Sendable {
            let error: StorageError?
            let tell: @Sendable () -> Void
        }
        let body: @Sendable (any RelayRecords) -> Outcome
        let failed: @Sendable (StorageError) -> Void
    }
}
#endif
