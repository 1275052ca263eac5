import FoundationEssentials
import Glibc

/// The file of results, `.build/bench/results.json`.
struct ResultFile {
    let path: String

    /// The rows in the file; none if there is no file.
    func read() throws -> [Row] {
        guard let bytes = SystemText.bytes(ofFile: path) else { return [] }
        do {
            return try JSONDecoder().decode([Row].self, from: Data(bytes))
        } catch {
            throw BenchFailure("\(path) is not a file of results; remove it (\(error))")
        }
    }

    /// Puts rows in the place of those with the same id, and keeps the others.
    func merge(_ rows: [Row]) throws {
        var byID: [String: Row] = [:]
        for row in try read() + rows { byID[row.id] = row }
        try write(Benchmark.all.compactMap { byID[$0.id] })
    }

    private func write(_ rows: [Row]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(rows), as: UTF8.self) + "\n"
        try SystemText.write(text, toFile: path + ".new")
        guard rename(path + ".new", path) == 0 else {
            throw BenchFailure.system("cannot write \(path)", errno)
        }
    }
}
