import Glibc

/// The table of JSON outputs in `docs/cli/README.md`.
package enum JSONPage {
    private static let root =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// The rows of the table: the words in code marks of each cell.
    package static func rows() throws -> [(commands: Set<String>, members: Set<String>)] {
        let page = String(
            decoding: try Files.read(root + "/docs/cli/README.md") ?? [], as: UTF8.self)
        guard let section = page.split(separator: "\n## ").first(where: { $0.hasPrefix("JSON\n") })
        else { throw SystemCallError("the page has no section on JSON", ENOENT) }
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map {
            let cells = $0.dropFirst().split(separator: " | ", maxSplits: 1)
            return (marked(cells[0]), cells.count > 1 ? marked(cells[1]) : [])
        }
    }

    /// The members that the page gives a command.
    package static func members(of command: String) throws -> Set<String> {
        try rows().filter { $0.commands.contains(command) }
            .reduce(into: []) { $0.formUnion($1.members) }
    }

    private static func marked(_ text: Substring) -> Set<String> {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        return Set(parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element))
    }
}
