import CrashSupport
import Glibc
import Testing

/// A code as somebody's screen or paper shows it, and what a scanner makes of it.
struct DrawnCode {
    /// Rows of squares, dark ones true; the light zone is in it.
    let rows: [[Bool]]

    /// Takes a drawing of half blocks apart.
    ///
    /// - Parameters:
    ///   - lines: the lines of the drawing; colours are left out.
    ///   - areBlocksDark: whether blocks stand for dark squares.
    /// - Throws: a failed expectation for anything but blocks and colours.
    init(_ lines: [String], areBlocksDark: Bool) throws {
        var rows: [[Bool]] = []
        for line in lines {
            let characters = try Self.withoutColours(line)
            rows.append(characters.map { ("█▀".contains($0)) == areBlocksDark })
            rows.append(characters.map { ("█▄".contains($0)) == areBlocksDark })
        }
        self.rows = rows
    }

    private static func withoutColours(_ line: String) throws -> [Character] {
        var characters: [Character] = []
        var isInSequence = false
        for character in line {
            if character == "\u{1b}" { isInSequence = true }
            if !isInSequence {
                try #require("█▀▄ ".contains(character), "only blocks: \(character)")
                characters.append(character)
            }
            if isInSequence, character == "m" { isInSequence = false }
        }
        return characters
    }

    /// What `zbarimg` reads in it; each square is drawn four points wide.
    ///
    /// - Note: Netpbm's format P1; `zbarimg(1)` of the package zbar-tools.
    func scanned() throws -> String {
        let scale = 4
        let width = try #require(rows.first).count
        var picture = "P1\n\(width * scale) \(rows.count * scale)\n"
        for row in rows {
            let line = row.map { String(repeating: $0 ? "1 " : "0 ", count: scale) }.joined()
            picture += String(repeating: line + "\n", count: scale)
        }
        let folder = try Folder()
        let path = folder.path + "/code.pbm"
        try write(picture, to: path)
        let scanner = try ChildProcess(
            path: "/usr/bin/zbarimg", ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path])
        let lines = try scanner.readLines()
        #expect(try scanner.wait() == .exit(0), "zbarimg found a code")
        return lines.joined(separator: "\n")
    }

    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        try #require(fputs(text, file) >= 0)
    }
}
