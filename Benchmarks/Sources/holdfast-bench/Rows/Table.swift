/// Rows as aligned text.
enum Table {
    /// The table for a terminal.
    static func text(_ rows: [Row]) -> String {
        let cells = [heads] + rows.map(cells)
        let widths = heads.indices.map { column in
            cells.map { $0[column].count }.max() ?? 0
        }
        return cells.map { line in
            line.indices.map { column in
                let gap = String(repeating: " ", count: widths[column] - line[column].count)
                let isNumber = (1...4).contains(column)
                return isNumber ? gap + line[column] : line[column] + gap
            }.joined(separator: "  ").trimmingEnd()
        }.joined(separator: "\n")
    }

    /// The same as a table in Markdown, with what each row compares.
    static func markdown(_ rows: [Row]) -> String {
        let lines = rows.map { row in
            "| `\(row.id)` | \(row.what) | \(figure(row.ours)) | \(figure(row.peer))"
                + " | \(row.unit) | \(figure(row.ratio)) | \(bar(row)) | \(verdict(row)) |"
        }
        return
            ([
                "| id | what | ours | peer | unit | ours ÷ peer | bar | |",
                "| --- | --- | ---: | ---: | --- | ---: | ---: | --- |",
            ]
            + lines).joined(separator: "\n")
    }

    private static let heads = ["id", "ours", "peer", "ratio", "bar", "unit", ""]

    private static func cells(_ row: Row) -> [String] {
        [
            row.id, figure(row.ours), figure(row.peer), figure(row.ratio), bar(row), row.unit,
            verdict(row),
        ]
    }

    /// What the ratio must reach, or stay under.
    static func bar(_ row: Row) -> String {
        guard let bar = row.bar else { return "-" }
        return (row.better == .higher ? "≥ " : "≤ ") + figure(bar)
    }

    /// Whether it does.
    static func verdict(_ row: Row) -> String {
        row.bar == nil ? "told" : row.holds ? "holds" : "MISSED"
    }

    /// A number with about three digits that say something.
    static func figure(_ number: Double) -> String {
        guard number.isFinite else { return "?" }
        if number >= 100 { return grouped(Int(number.rounded())) }
        let places = number >= 10 ? 1 : number >= 1 ? 2 : number >= 0.1 ? 3 : 4
        return fixed(number, places)
    }

    private static func fixed(_ number: Double, _ places: Int) -> String {
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let units = Int((number * Double(scale)).rounded())
        let fraction = String(units % scale + scale).dropFirst()
        let trimmed = fraction.reversed().drop { $0 == "0" }.reversed()
        let whole = String(units / scale)
        return trimmed.isEmpty ? whole : whole + "." + String(trimmed)
    }

    private static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.indices.map { index in
            let rest = digits.count - index
            return (index > 0 && rest % 3 == 0 ? "," : "") + String(digits[index])
        }.joined()
    }
}

extension String {
    fileprivate func trimmingEnd() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
