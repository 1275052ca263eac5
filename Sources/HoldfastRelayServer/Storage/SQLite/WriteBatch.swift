#if os(Linux)
internal import HoldfastSQLite

/// Does several writes in one transaction, each wholly or not at all, and tells nobody before the
/// commit was answered.
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
            for job in jobs { outcomes.append(try run(job)) }
            return outcomes
        }
    }

    private func run(
        _ job: SQLiteStorage.Job
    ) throws(StorageError) -> SQLiteStorage.Job.Outcome {
        try records.run("SAVEPOINT job", [])
        let outcome = job.body(records)
        guard let error = outcome.error else {
            try records.run("RELEASE job", [])
            return outcome
        }
        // Some errors (a full disk, a failing one) end the whole transaction: all of it is done again.
        guard records.connection.isInTransaction else { throw error }
        try records.run("ROLLBACK TO job", [])
        try records.run("RELEASE job", [])
        return outcome
    }
}
#endif
