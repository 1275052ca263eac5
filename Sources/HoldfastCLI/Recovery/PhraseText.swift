/// The words of a phrase as people read and copy them.
enum PhraseText {
    /// Words with their numbers, four a line, each column below itself.
    ///
    /// - Parameter words: the words, in order.
    /// - Returns: lines without their ends.
    static func lines(of words: [String]) -> [String] {
        let cells = words.enumerated().map { index, word in
            let number = String(index + 1)
            return String(repeating: " ", count: 2 - min(2, number.count)) + number + " " + word
        }
        return stride(from: 0, to: cells.count, by: 4).map { start in
            let line = cells[start..<min(start + 4, cells.count)]
            return line.map { cell in
                cell + String(repeating: " ", count: max(0, width - cell.count))
            }.joined().trimmedAtEnd
        }
    }

    /// Two digits, a space, a word of up to eight letters, two spaces.
    private static let width = 13
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
