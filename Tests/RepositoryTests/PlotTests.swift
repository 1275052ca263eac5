import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The plots of `docs/benchmarks.md` are pictures, and show what its tables say.
@Suite("Plots")
struct PlotTests {
    private static let folder = "docs/benchmarks"

    @Test("Each table of results has its plot, and each plot its table")
    func completeness() throws {
        let sections = try Self.sections()
        #expect(!sections.isEmpty)
        let plots = try Repository.files(under: Self.folder, suffix: ".svg")
        #expect(sections.map(\.plot).sorted() == plots)
    }

    @Test("Each plot is well-formed and shows each row of its table, to its place on the axis")
    func places() throws {
        for section in try Self.sections() {
            let picture = try Picture(try Repository.text(section.plot))
            let findings = picture.findings(section.rows)
            #expect(findings.isEmpty, "\(section.plot): \(findings)")
        }
    }

    @Test("A planted picture that is not well-formed, or says something else, is found")
    func planted() throws {
        #expect(throws: Picture.Malformed.self) { try Picture("<svg><g></svg>") }
        let section = try #require(try Self.sections().first)
        let text = try Repository.text(section.plot)
        let row = try #require(section.rows.first { $0.bar != nil })
        for (old, new) in [
            (">\(row.figure)<", ">\(row.figure)9<"),
            (#"data-id="\#(row.id)""#, #"data-id="\#(row.id)x""#),
            (#"class="ratio""#, #"class="ratio" data-x="1""#),
        ] {
            let changed = text.replacingOccurrences(of: old, with: new)
            #expect(changed != text)
            let isFound = try !Picture(changed).findings(section.rows).isEmpty
            // The last one changes nothing that a reader sees.
            #expect(isFound == !new.contains("data-x"), "\(new)")
        }
        var other = section.rows
        other[0].ratio *= 1.2
        #expect(try !Picture(text).findings(other).isEmpty)
    }

    private static func sections() throws -> [Section] {
        let page = Markdown(
            path: "docs/benchmarks.md", text: try Repository.text("docs/benchmarks.md"))
        return page.headings.compactMap { heading in
            let rows = page.rows(under: heading).compactMap(ResultRow.init)
            guard !rows.isEmpty else { return nil }
            let mark = "![\(heading): "
            let line = page.prose.first { $0.hasPrefix(mark) } ?? ""
            let target = line.components(after: "](").first?.prefix { $0 != ")" } ?? ""
            return Section(plot: "docs/\(target)", rows: rows)
        }
    }
}

private struct Section {
    let plot: String
    let rows: [ResultRow]
}

/// A row of a table of results.
private struct ResultRow {
    let id: String
    let figure: String
    var ratio: Double
    /// As the table has it, "≥ 4".
    let barText: String
    let bar: Double?
    let verdict: String

    init?(_ cells: [String]) {
        guard cells.count == 8, let id = cells[0].codeSpans.first,
            let ratio = Self.number(cells[5])
        else { return nil }
        self.id = id
        figure = cells[5]
        self.ratio = ratio
        barText = cells[6]
        bar = Self.number(String(cells[6].dropFirst(2)))
        verdict = cells[7]
    }

    static func number(_ text: String) -> Double? {
        Double(text.filter { $0 != "," })
    }
}

/// What a plot shows: read with an XML parser, and judged by its ticks alone.
private final class Picture: NSObject, XMLParserDelegate {
    struct Malformed: Error {}

    private struct Element {
        let name: String
        let attributes: [String: String]
        let group: String?
        var text = ""
    }

    private var elements: [Element] = []
    private var open: [Int] = []
    private var isBalanced = true
    private var groups: [String?] = []

    init(_ text: String) throws {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        // The parser goes on behind some errors, and then says that all is well.
        guard parser.parse(), parser.parserError == nil, isBalanced, open.isEmpty,
            elements.first?.name == "svg"
        else { throw Malformed() }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        groups.append(attributes["data-id"] ?? groups.last ?? nil)
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes, group: groups.last ?? nil))
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        let last = open.popLast()
        if last.map({ elements[$0].name }) != name { isBalanced = false }
        groups.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let last = open.last { elements[last].text += text }
    }

    /// What differs from the table.
    func findings(_ rows: [ResultRow]) -> [String] {
        let shown = elements.filter { $0.name == "g" }.compactMap { $0.attributes["data-id"] }
        guard shown == rows.map(\.id) else { return ["other rows: \(shown)"] }
        guard let place = axis() else { return ["no axis"] }
        return rows.flatMap { findings($0, place) }
    }

    private func findings(_ row: ResultRow, _ place: (Double) -> Double) -> [String] {
        var wrong: [String] = []
        let inside = elements.filter { $0.group == row.id }
        let text = { (kind: String) in
            inside.first { $0.attributes["class"] == kind }?.text ?? ""
        }
        if inside.first?.attributes["class"] != row.verdict.lowercased() { wrong.append("colour") }
        if text("figure") != row.figure { wrong.append("figure") }
        let words = row.bar == nil ? "told" : "\(row.barText) · \(row.verdict)"
        if text("verdict") != words { wrong.append("verdict") }
        let rectangle = inside.first { $0.attributes["class"] == "ratio" }?.attributes ?? [:]
        let start = rectangle["x"].flatMap { Double($0) } ?? .nan
        let width = rectangle["width"].flatMap { Double($0) } ?? .nan
        let ends = [place(1), place(row.ratio)].sorted()
        // A figure has three digits, which is less than two units of the axis.
        if !(abs(start - ends[0]) <= 2 && abs(start + width - ends[1]) <= 2) {
            wrong.append("length")
        }
        let mark = inside.first { $0.attributes["class"] == "bar" }?.attributes["d"]
        let x = mark.flatMap { Double($0.dropFirst().prefix { $0 != " " }) }
        switch (row.bar, x) {
        case (nil, nil): break
        case (let bar?, let x?) where abs(place(bar) - x) <= 1: break
        default: wrong.append("bar")
        }
        return wrong.map { "\(row.id): \($0)" }
    }

    /// Where numbers lie, by the first and the last tick.
    private func axis() -> ((Double) -> Double)? {
        let ticks = elements.filter { $0.attributes["class"] == "tick" }.compactMap { tick in
            tick.attributes["x"].flatMap { Double($0) }.flatMap { x in
                ResultRow.number(tick.text).map { (x: x, value: $0) }
            }
        }
        guard let first = ticks.first, let last = ticks.last, first.value < last.value else {
            return nil
        }
        let slope = (last.x - first.x) / (log10(last.value) - log10(first.value))
        return { first.x + (log10($0) - log10(first.value)) * slope }
    }
}
