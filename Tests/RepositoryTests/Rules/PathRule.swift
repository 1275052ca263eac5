/// No file says where somebody's checkout, home or toolchain lies.
enum PathRule {
    /// Put together here, so that this file does not find itself.
    private static let fixed = [
        ["/wo", "rk/"], ["/tmp", "/wt"], ["/opt", "/swift"], ["../", "shared"],
    ]
    .map { $0.joined() }
    private static let homes = [["/ho", "me/"], ["/Us", "ers/"]].map { $0.joined() }

    static func findings(path: String, text: String) -> [Finding] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .flatMap { index, line in
                (fixed.filter { contains(line, $0) } + homes.filter { namesSomeone(line, $0) })
                    .map { Finding(path: path, line: index + 1, what: "a machine path, \($0)…") }
            }
    }

    /// The needle at the start of a path: the same words inside an address are none.
    private static func contains(_ line: Substring, _ needle: String) -> Bool {
        let pieces = line.split(separator: needle, omittingEmptySubsequences: false)
        return pieces.dropLast().contains { before in
            guard let last = before.last else { return true }
            return !(last.isLetter || last.isNumber || "._-~".contains(last))
        }
    }

    /// A home directory with a name; `/home/<name>/` and `/home/*` name nobody.
    private static func namesSomeone(_ line: Substring, _ home: String) -> Bool {
        contains(line, home)
            && String(line).components(after: home).contains { $0.first?.isLetter ?? false }
    }
}
