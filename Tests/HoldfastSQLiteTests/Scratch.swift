#if os(Linux)
import FoundationEssentials
import Glibc
import HoldfastSQLite

/// An empty folder that is gone when the test is.
final class Scratch {
    let path: String

    init() throws {
        let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        path = parent.appendingPathComponent("holdfast-sqlite-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("a scratch folder stays behind: \(error)")
        }
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }

    /// Removes a database that is not in use.
    static func removeDatabase(at path: String) throws {
        try FileManager.default.removeItem(atPath: path)
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path) }
    }
}

/// What a test's own code throws inside a transaction or a row.
enum Refusal: Error, Equatable {
    case asked
    case sqlite(SQLiteError)
}

extension Connection {
    /// The integer that a query answers with in its first row.
    func integer(_ sql: String) throws -> Int64? {
        try prepare(sql).firstRow { row in row.int64(0) }
    }

    /// The text that a query answers with in its first row.
    func text(_ sql: String) throws -> String? {
        try prepare(sql).firstRow { row in row.text(0) }
    }
}
#endif
