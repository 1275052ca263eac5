import HoldfastCore
import HoldfastMigration

/// What a person or a script gets to see of a migration: names and outcomes, never values.
@MainActor
enum MigrationOutput {
    /// Writes the result to standard output, and what could not be done to standard error.
    static func write(_ report: MigrationReport, in session: Session) throws(Failure) {
        if session.isJSON {
            try session.output.write(json(report))
        } else {
            for record in report.records { try session.output.write(line(record)) }
        }
        for record in report.records {
            if let problem = problem(record) { session.note(problem) }
        }
        if !session.isJSON { session.note(summary(report)) }
    }

    /// The exit status that an item which is not settled stands for.
    nonisolated static func exitStatus(of record: MigrationRecord) -> Int32 {
        ErrorCatalogue.exitStatus(for: error(of: record))
    }

    private static func line(_ record: MigrationRecord) -> String {
        let outcome =
            record.isRemoved ? "\(record.outcome.rawValue), removed" : record.outcome.rawValue
        return
            "\(outcome)\t\(Quoted.escaped(record.service))\t\(Quoted.escaped(record.name))\n"
    }

    private static func json(_ report: MigrationReport) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.member("dryRun", report.isDryRun)
            for outcome in MigrationRecord.Outcome.allCases {
                json.member(outcome.rawValue, report.count(of: outcome))
            }
            json.member("removed", report.removedCount)
            json.name("items")
            json.array { json in
                for record in report.records {
                    json.object { json in
                        json.member("service", record.service)
                        json.member("name", record.name)
                        json.member("outcome", record.outcome.rawValue)
                        json.member("removed", record.isRemoved)
                        json.member("code", record.error?.code.rawValue)
                    }
                }
            }
        }
        return json
    }

    private static func problem(_ record: MigrationRecord) -> String? {
        guard !record.isSettled else { return nil }
        let shown =
            record.service.isEmpty
            ? Quoted.text(record.name)
            : "\(Quoted.text(record.name)) of \(Quoted.text(record.service))"
        let isCopied = record.outcome == .moved || record.outcome == .alreadyThere
        let verb = isCopied ? "copied, but cannot remove" : "cannot move"
        let error = error(of: record)
        return "\(verb) \(shown): \(error.message); \(ToolAdvice.of(error))"
    }

    nonisolated private static func error(of record: MigrationRecord) -> KeychainError {
        if let error = record.error { return error }
        let (conflict, message, advice): (StoreConflict, String, String) =
            switch record.outcome {
            case .ambiguous:
                (
                    .alreadyExists, "several items of the source would get this name",
                    "move them one by one with 'holdfast set'"
                )
            case .changed:
                (
                    .versionChanged, "the source has changed meanwhile",
                    "run it again; if the item is there with its old value, move that away first"
                )
            default:
                (
                    .alreadyExists, "there is another value under this name",
                    "remove one of the two, or move the items under another --service"
                )
            }
        return KeychainError(
            .unknown, message, nativeDomain: StoreConflict.domain, nativeCode: conflict.rawValue,
            advice: advice)
    }

    private static func summary(_ report: MigrationReport) -> String {
        let moved = report.count(of: report.isDryRun ? .wouldMove : .moved)
        let there = report.count(of: report.isDryRun ? .wouldCompare : .alreadyThere)
        let left = report.records.count { !$0.isSettled }
        let start = report.isDryRun ? "would move" : "moved"
        return "\(start) \(ItemCollection.items(moved)), \(there) already there, removed"
            + " \(report.removedCount) from the source, \(left) left"
    }
}
