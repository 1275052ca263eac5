import HoldfastCore
import HoldfastLab

/// `holdfast lab conformance`: the suite of all stores, on all stores.
enum LabConformanceCommand: Command {
    static let declaration = CommandDeclaration(
        "lab conformance", "check what every store promises, on each store",
        discussion: [
            "The stores are the one in memory, a vault in a temporary directory, and this package's"
                + " stores on simulated phones. A case that a store could not be put through is"
                + " named with its reason: it has not passed.",
            "Exit status 0: no store breaks a promise; 6: one does.",
        ],
        examples: [.init("holdfast lab conformance", "a table with a row for each store")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let progress = Progress(on: session.streams.error, "cases")
        let table = try await session.inTemporaryFolder("lab") { folder, signals in
            defer { progress.end() }
            return await ConformanceTable(in: folder.path, signals, progress: progress)
        }
        if session.isJSON {
            try session.output.write(json(table))
        } else {
            try session.output.write(text(table, session.output.style))
        }
        let isKept = table.rows.allSatisfy { $0.count { $0.isBroken } == 0 }
        return isKept ? 0 : 6
    }

    private static func text(_ table: ConformanceTable, _ style: Style) -> String {
        let rows = table.rows.map { row in
            [
                row.store, String(row.count { $0 == .kept }),
                String(row.count { $0.isNotChecked }), String(row.count { $0.isBroken }),
            ]
        }
        var lines: [String] = []
        for row in table.rows {
            for (name, outcome) in row.outcomes {
                switch outcome {
                case .kept: continue
                case .notChecked(let reason):
                    lines.append(
                        Quoted.lineEscaped("not checked on the \(row.store): \(name) (\(reason))"))
                case .broken(let text):
                    lines.append(
                        style.bad("broken")
                            + Quoted.lineEscaped(" on the \(row.store): \(name): \(text)"))
                }
            }
        }
        return TextTable.text([["store", "kept", "not checked", "broken"]] + rows)
            + lines.map { $0 + "\n" }.joined()
    }

    private static func json(_ table: ConformanceTable) -> JSONWriter {
        var json = JSONWriter()
        json.array { json in
            for row in table.rows {
                for (name, outcome) in row.outcomes {
                    json.object { json in
                        json.member("store", row.store)
                        json.member("case", name)
                        json.member("outcome", outcome.word)
                        json.member("reason", outcome.reason)
                    }
                }
            }
        }
        return json
    }
}

extension ConformanceTable.Outcome {
    fileprivate var isBroken: Bool { word == "broken" }

    fileprivate var isNotChecked: Bool { word == "notChecked" }

    fileprivate var word: String {
        switch self {
        case .kept: "kept"
        case .notChecked: "notChecked"
        case .broken: "broken"
        }
    }

    fileprivate var reason: String? {
        switch self {
        case .kept: nil
        case .notChecked(let reason), .broken(let reason): reason
        }
    }
}
