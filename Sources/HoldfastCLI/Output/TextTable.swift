/// Cells in columns, two spaces apart.
enum TextTable {
    /// The lines of a table.
    ///
    /// - Parameter rows: the header first; all of them have the same number of cells.
    /// - Returns: one line a row, none with spaces at its end.
    static func text(_ rows: [[String]]) -> String {
        guard let header = rows.first else { return "" }
        let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { cells in
            let last = cells.count - 1
            let padded = cells.enumerated().map { column, cell in
                let missing = column == last ? 0 : widths[column] - cell.count
                return cell + String(repeating: " ", count: missing)
            }
            return padded.joined(separator: "  ") + "\n"
        }.joined()
    }
}
