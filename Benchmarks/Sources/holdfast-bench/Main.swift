import Glibc

/// `holdfast-bench [id,id…]`: measures, prints a table, keeps the results, judges the bars; or
/// `--write-docs`, `--load-model`: writes a page.
@main
struct Main {
    static func main() {
        do {
            let words = CommandLine.arguments.dropFirst()
            if words.first == BackupProcess.option {
                return try BackupProcess.main(words.dropFirst())
            }
            let arguments = try Arguments(words)
            exit(try run(arguments) ? 0 : 1)
        } catch {
            Workshop.note("\(error)")
            exit(2)
        }
    }

    /// - Returns: whether every bar that was measured holds.
    private static func run(_ arguments: Arguments) throws -> Bool {
        let file = ResultFile(path: "\(arguments.root)/.build/bench/results.json")
        let page = ResultPage(root: arguments.root)
        if arguments.onlyWritesPage {
            try page.write(try file.read())
            return true
        }
        Interruption.watch()
        let workshop = try Workshop(root: arguments.root)
        defer { workshop.close() }
        if arguments.isLoadModel {
            try LoadModelPage(root: arguments.root).write(try RelayCosts.measure(workshop))
            return true
        }
        let rows = try arguments.chosen.map { benchmark in
            Workshop.note(benchmark.id)
            let row = try benchmark.run(workshop)
            // At once, so that a later failure does not lose it.
            try file.merge([row])
            return row
        }
        if arguments.isComplete { try page.write(try file.read()) }
        print(Table.text(rows))
        return judge(rows)
    }

    private static func judge(_ rows: [Row]) -> Bool {
        let missed = rows.filter { !$0.holds }.map(\.id)
        if !missed.isEmpty {
            Workshop.note("missed: \(missed.joined(separator: ", "))")
        }
        return missed.isEmpty
    }
}
