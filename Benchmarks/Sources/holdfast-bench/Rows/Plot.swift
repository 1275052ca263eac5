import Glibc

/// One area's ratios as a picture in SVG: for each row a bar from 1, which is the peer, to the ratio,
/// on a logarithmic scale, and a mark where the row's bar is.
///
/// What colour tells is told by words as well, and the colours follow the reader's scheme.
struct Plot {
    private let title: String
    private let rows: [Row]
    private let axis: Axis

    /// Takes one or more rows.
    init(title: String, rows: [Row]) {
        self.title = title
        self.rows = rows
        axis = Axis(rows.flatMap { [$0.ratio, $0.bar ?? 1, 1] })
    }

    /// The picture's text.
    var svg: String {
        let height = Self.top + rows.count * Self.step + 52
        let lines =
            [
                #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(Self.width) \#(height)""#
                    + #" width="\#(Self.width)" height="\#(height)" role="img">"#,
                "<title>\(Self.escaped(title)): ours ÷ peer</title>", Self.style,
                #"<rect class="page" width="\#(Self.width)" height="\#(height)"/>"#,
            ] + ticks + rows.enumerated().flatMap(drawn) + [legend, "</svg>", ""]
        return lines.joined(separator: "\n")
    }

    private var bottom: Int { Self.top + rows.count * Self.step }

    private var ticks: [String] {
        axis.ticks.map { value, label in
            let x = Self.number(axis.place(of: value))
            let kind = value == 1 ? "one" : "grid"
            return #"<line class="\#(kind)" x1="\#(x)" x2="\#(x)" y1="\#(Self.top - 6)""#
                + #" y2="\#(bottom)"/>"#
                + #"<text class="tick" x="\#(x)" y="\#(bottom + 16)">\#(label)</text>"#
        }
    }

    private func drawn(_ index: Int, _ row: Row) -> [String] {
        let (y, middle) = (Self.top + index * Self.step, Self.top + index * Self.step + 11)
        let (start, end) = (axis.place(of: 1), axis.place(of: row.ratio))
        let mark = row.bar.map { self.mark(at: $0, row, middle) } ?? ""
        let words = row.bar == nil ? "told" : "\(Table.bar(row)) · \(Table.verdict(row))"
        return [
            #"<g class="\#(Table.verdict(row).lowercased())" data-id="\#(row.id)">"#,
            "<title>\(Self.escaped(row.what))</title>",
            #"<text class="id" x="\#(Self.left - 12)" y="\#(middle + 4)">\#(row.id)</text>"#,
            #"<rect class="ratio" x="\#(Self.number(min(start, end)))" y="\#(y + 3)""#
                + #" width="\#(Self.number(max(1, abs(end - start))))" height="16" rx="2"/>"#
                + mark,
            #"<text class="figure" x="\#(Self.right + 14)" y="\#(middle + 4)">"#
                + "\(Table.figure(row.ratio))</text>",
            #"<text class="verdict" x="\#(Self.right + 66)" y="\#(middle + 4)">"#
                + "\(words)</text>",
            "</g>",
        ]
    }

    /// A line where the bar is, with a point to the side on which the ratio must be.
    private func mark(at bar: Double, _ row: Row, _ middle: Int) -> String {
        let place = axis.place(of: bar)
        let x = Self.number(place)
        let point = Self.number(place + (row.better == .higher ? 6 : -6))
        return #"<path class="bar" d="M\#(x) \#(middle - 11)V\#(middle + 11)M\#(x) \#(middle - 4)"#
            + #"L\#(point) \#(middle)L\#(x) \#(middle + 4)"/>"#
    }

    private var legend: String {
        #"<text class="note" x="\#(Self.left)" y="\#(bottom + 40)">ours ÷ peer on a logarithmic"#
            + " scale; 1 is the peer; ▷ is the bar, and points to where the ratio must be</text>"
    }

    private static let (width, left, right, top, step) = (860, 190, 630, 18, 26)

    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }

    private static let style = """
        <style>
        text { font: 13px system-ui, sans-serif; fill: #1f2328 }
        .id { font: 12px ui-monospace, monospace; text-anchor: end }
        .tick { font-size: 11px; fill: #59636e; text-anchor: middle }
        .note { font-size: 12px; fill: #59636e }
        .figure { font-weight: 600 }
        .page { fill: #ffffff }
        .grid { stroke: #d1d9e0 }
        .one { stroke: #59636e; stroke-width: 1.5 }
        .bar { stroke: #1f2328; stroke-width: 1.5; fill: none }
        .holds .ratio { fill: #3d9970 }
        .missed .ratio { fill: #cf3b30 }
        .told .ratio { fill: #9aa4af }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3 }
        .tick, .note { fill: #9198a1 }
        .page { fill: #0d1117 }
        .grid { stroke: #30363d }
        .one { stroke: #9198a1 }
        .bar { stroke: #e6edf3 }
        .missed .ratio { fill: #ff6b5e }
        .told .ratio { fill: #6b7480 }
        }
        </style>
        """

    /// A logarithmic axis from one round number to another.
    private struct Axis {
        let ticks: [(value: Double, label: String)]
        private let low: Double
        private let high: Double

        init(_ values: [Double]) {
            let finite = values.filter { $0 > 0 && $0.isFinite }
            let (least, most) = (finite.min() ?? 1, finite.max() ?? 1)
            let round = (-6...6).flatMap { power in
                [1, 2, 5].map { (value: $0 * pow(10, Double(power)), isTen: $0 == 1) }
            }
            let first = round.last { $0.value < least }?.value ?? least
            let last = round.first { $0.value > most }?.value ?? most
            (low, high) = (log10(first), log10(last))
            let isLong = high - low > 2
            ticks = round.filter { $0.value >= first && $0.value <= last }
                .filter { $0.isTen || !isLong }.map { ($0.value, Table.figure($0.value)) }
        }

        func place(of value: Double) -> Double {
            guard value > 0, value.isFinite else { return Double(Plot.left) }
            return Double(Plot.left)
                + (log10(value) - low) / (high - low) * Double(Plot.right - Plot.left)
        }
    }
}
