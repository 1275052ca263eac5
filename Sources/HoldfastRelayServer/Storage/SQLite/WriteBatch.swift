#if os(Linux)
internal import HoldfastSQLite

/// Does several writes in one transaction, each wholly or not at all, and tells nobody before the
/// commit was answered.
///
/// A write that fails undoes the transaction, and each is done again in one of its own: that is
/// seldom, and a savepoint for each write would copy all pages that the write touches.
struct WriteBatch {
    private let records: SQLiteRecords

    init(_ records: SQLiteRecords) {
        self.records = records
    }

    func run(_ jobs: [SQLiteStorage.Job]) {
        do throws(StorageError) {
            let outcomes = try commit(jobs)
            for outcome in outcomes { outcome.tell() }
        } catch {
            // Together they failed; one by one, those that did not cause it may succeed.
            guard jobs.count > 1, error.reason != .unavailable else {
                for job in jobs { job.failed(error) }
                return
            }
            for job in jobs { run([job]) }
        }
    }

    private func commit(
        _ jobs: [SQLiteStorage.Job]
    ) throws(StorageError) -> [SQLiteStorage.Job.Outcome] {
        try records.connection.transaction(.immediate, mapping: StorageError.init) {
            () throws(StorageError) in
            var outcomes: [SQLiteStorage.Job.Outcome] = []
            for job in jobs {
                let outcome = job.body(records)
                if let error = outcome.error { throw error }
                outcomes.append(outcome)
            }
            return outcomes
        }
    }
}
#endif
