import HoldfastCore
import HoldfastRecovery

/// What stands on a recovery sheet: the words, and where their backup lies.
///
/// The code to scan has the locator alone, which opens nothing: a photograph of the code gives nobody
/// the words.
enum RecoverySheet {
    /// The page of a phrase.
    ///
    /// - Parameters:
    ///   - phrase: the phrase; its words go into ordinary memory.
    ///   - locator: where its backup lies, as ``LocatorText`` has it.
    ///   - code: the same as a code to scan.
    ///   - created: when the phrase was made.
    /// - Returns: the page.
    static func page(
        _ phrase: RecoveryPhrase, locator: String, code: QRCode, created: UnixTime
    ) -> SheetPage {
        var lines = Lines()
        lines.add("Holdfast recovery sheet", size: 24)
        lines.add("made \(created)", size: 10)
        lines.skip(14)
        for line in warning { lines.add(line, size: 12) }
        lines.skip(20)
        for group in groups(of: phrase) { lines.add(group, size: 15, isStrong: true, height: 30) }
        lines.skip(16)
        for line in use { lines.add(line, size: 11) }
        lines.skip(24)
        let corner = (x: Lines.margin, y: lines.next)
        lines.skip(codeSide + 18)
        lines.add("The code says where the backup lies, and opens nothing:", size: 10)
        lines.add(locator, size: 10)
        return SheetPage(
            title: "Holdfast recovery sheet", marks: lines.marks + squares(of: code, at: corner))
    }

    private static let codeSide = 150.0

    private static let warning = [
        "Whoever has these words can open the backup and put a device into the account.",
        "Without them nobody can: a lost phrase is a lost backup. Keep this sheet where you",
        "keep papers that cannot be replaced, and away from your devices.",
    ]

    private static let use = [
        "On a new device:  holdfast backup restore",
        "To see whether they still open the backup:  holdfast phrase verify",
        "Was this sheet seen by somebody?  holdfast phrase change --leaked",
    ]

    /// Lines of four words; the numbers and the words of each column stand below each other.
    private static func groups(of phrase: RecoveryPhrase) -> [String] {
        PhraseText.lines(of: (1...phrase.length.rawValue).map { phrase.word(at: $0) })
    }

    private static func squares(
        of code: QRCode, at corner: (x: Double, y: Double)
    ) -> [SheetPage.Mark] {
        let side = codeSide / Double(code.width)
        return (0..<code.width).flatMap { row in
            runs(code.squares[(row * code.width)..<((row + 1) * code.width)]).map { run in
                SheetPage.Mark.box(
                    x: corner.x + Double(run.lowerBound) * side,
                    y: corner.y + Double(row) * side, width: Double(run.count) * side,
                    // A hair more, so that rows show no light between them.
                    height: side * 1.01)
            }
        }
    }

    /// Where dark squares of a row stand beside each other.
    private static func runs(_ row: ArraySlice<Bool>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for (column, isDark) in row.enumerated() where isDark {
            if let last = runs.last, last.upperBound == column {
                runs[runs.count - 1] = last.lowerBound..<(column + 1)
            } else {
                runs.append(column..<(column + 1))
            }
        }
        return runs
    }
}

/// Lines below each other.
private struct Lines {
    static let margin = 56.0
    private(set) var marks: [SheetPage.Mark] = []
    private(set) var next = 72.0

    mutating func add(
        _ text: String, size: Double, isStrong: Bool = false, height: Double? = nil
    ) {
        next += height ?? size * 1.5
        marks.append(.text(text, x: Self.margin, y: next, size: size, isStrong: isStrong))
    }

    mutating func skip(_ points: Double) { next += points }
}
