/// How many slips of the pen lie between two words.
///
/// - Note: Construction: optimal string alignment, the distance of Damerau and Levenshtein in which
///   no part is changed twice.
enum EditDistance {
    /// Counts letters that are missing, too many or wrong, and neighbours that changed places.
    static func between(_ left: [Character], _ right: [Character]) -> Int {
        var before: [Int] = []
        var above = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var least = min(
                    above[column] + (letter == other ? 0 : 1), above[column + 1] + 1,
                    current[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                current.append(least)
            }
            (before, above) = (above, current)
        }
        return above[right.count]
    }
}
