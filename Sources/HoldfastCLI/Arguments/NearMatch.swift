/// Finds what a person probably meant.
enum NearMatch {
    /// The known word that is nearest to a typed one.
    ///
    /// - Parameters:
    ///   - word: what was typed.
    ///   - known: what would have been understood.
    /// - Returns: the nearest, if it takes at most two changes and less than half of the word.
    static func of(_ word: String, among known: [String]) -> String? {
        let ranked = known.map { (word: $0, distance: distance(Array(word.utf8), Array($0.utf8))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        let isNear = best.distance <= 2 && best.distance * 2 < max(3, best.word.utf8.count)
        return isNear ? best.word : nil
    }

    /// The Levenshtein distance, with a swap of neighbours as one change.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        // A word much longer than any option is near to none; it must not cost its square.
        guard abs(left.count - right.count) <= 2 else { return Int.max / 4 }
        var rows = [Array(0...right.count)]
        for (i, a) in left.enumerated() {
            var row = [i + 1]
            for (j, b) in right.enumerated() {
                var cost = min(rows[i][j] + (a == b ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b {
                    cost = min(cost, rows[i - 1][j - 1] + 1)
                }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
