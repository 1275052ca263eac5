import HoldfastCore

/// A code to scan, as squares that are dark or light.
///
/// - Note: Standard: ISO/IEC 18004, for what the squares mean and the light zone around them.
struct QRCode {
    /// How many squares are light on each side.
    static let quietCount = 4

    /// How many squares a side has, the light zone left out.
    let width: Int
    /// Row by row; whether a square is dark.
    let squares: [Bool]

    /// How a code is drawn.
    enum Look {
        /// Black on white by the terminal's own means, whatever its colours are.
        case coloured
        /// Dark squares as blocks: for dark text on a light ground, and for paper.
        case darkOnLight
        /// Light squares as blocks: for light text on a dark ground.
        case lightOnDark
    }

    /// The code in half blocks, two rows of squares a line.
    ///
    /// - Parameter look: what the blocks stand for.
    /// - Returns: lines, each as wide as the code and its light zone.
    func text(_ look: Look) -> String {
        let rows = -Self.quietCount..<(width + Self.quietCount)
        return stride(from: rows.lowerBound, to: rows.upperBound, by: 2).map { row in
            let line = rows.map { column in
                Self.block(
                    isUpperDrawn: isDark(row, column) != (look == .lightOnDark),
                    // An odd number of rows leaves half a line, which is light.
                    isLowerDrawn: isDark(row + 1, column) != (look == .lightOnDark))
            }.joined()
            // Colours of the fixed cube, which no theme changes.
            return look == .coloured ? "\u{1b}[38;5;16;48;5;231m\(line)\u{1b}[0m\n" : line + "\n"
        }.joined()
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return squares[row * width + column]
    }

    private static func block(isUpperDrawn: Bool, isLowerDrawn: Bool) -> String {
        switch (isUpperDrawn, isLowerDrawn) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
