#if os(Linux) && QRCode
import CrashSupport
import Glibc
import HoldfastCore
import Testing

@testable import HoldfastCLI

/// Codes that the tool draws are read by a scanner that knows nothing of it.
@Suite("Codes to scan")
struct QRCodeTests {
    @Test("A text of any length is read as it was, however it is drawn", arguments: [1, 60, 248])
    func texts(count: Int) throws {
        let text = ScanText.text(of: (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        let code = try QRCode.of(text)
        for look in [QRCode.Look.darkOnLight, .coloured, .lightOnDark] {
            let lines = code.text(look).split(separator: "\n").map(String.init)
            let drawn = try DrawnCode(lines, areBlocksDark: look != .lightOnDark)
            #expect(try drawn.scanned() == text)
            #expect(lines.count == (code.width + 2 * QRCode.quietCount + 1) / 2)
        }
    }

    @Test("Around the code four squares are light on each side")
    func quietZone() throws {
        let code = try QRCode.of("HOLDFAST:")
        let lines = code.text(.darkOnLight).split(separator: "\n").map(String.init)
        let rows = try DrawnCode(lines, areBlocksDark: true).rows
        let size = code.width + 2 * QRCode.quietCount
        for (index, row) in rows.enumerated() {
            #expect(row.count == size)
            let isInside = (4..<(size - 4)).contains(index)
            #expect(row.prefix(4).allSatisfy { !$0 } && row.suffix(4).allSatisfy { !$0 })
            if !isInside { #expect(row.allSatisfy { !$0 }) }
        }
        // The three corners of every code.
        for (row, column) in [(4, 4), (4, size - 5), (size - 5, 4)] {
            #expect(rows[row][column])
        }
    }

    @Test("A text that is too long is refused")
    func tooLong() {
        do throws(KeychainError) {
            _ = try QRCode.of(String(repeating: "A", count: 5000))
            Issue.record("a code of 5000 characters was made")
        } catch {
            #expect(error.code == .invalidArgument)
        }
    }

    @Test("What does not fit into a code or a terminal is said in brackets, and is no error")
    func noRoom() throws {
        let text = ScanText.text(of: [UInt8](repeating: 7, count: 400))
        let code = try QRCode.of(text)
        let width = code.width + 2 * QRCode.quietCount
        let drawn = code.text(.darkOnLight)
        #expect(try QRCode.drawing(of: text, .darkOnLight, columns: nil) == drawn)
        #expect(try QRCode.drawing(of: text, .darkOnLight, columns: width) == drawn)
        let narrow = try QRCode.drawing(of: text, .darkOnLight, columns: width - 1)
        #expect(
            narrow
                == "(the code to scan is \(width) columns wide, and the terminal \(width - 1))\n")
        let long = String(repeating: "A", count: 5000)
        #expect(
            try QRCode.drawing(of: long, .darkOnLight, columns: nil)
                == "(it is too long for a code to scan)\n")
    }

    @Test("What 'device request' draws is the request that it writes")
    func request() throws {
        let folder = try Folder()
        let tool = try Tool(in: folder.path)
        let account = try tool.account("laptop")
        let lines = try tool.run(
            "desk",
            ["device", "request", "--account", account, "--directory", folder.path + "/devices"])
        let text = try #require(lines.first { $0.hasPrefix("request: ") })
        #expect(try scanned(lines) == text.dropFirst("request: ".count))
    }

    /// What a scanner makes of the drawing in some lines of the tool.
    private func scanned(_ lines: [String]) throws -> String {
        let drawing = lines.filter { line in line.contains { "█▀▄".contains($0) } }
        // The light zone's lines are blank and were left out by the search.
        let blank = String(repeating: " ", count: try #require(drawing.first).count)
        return try DrawnCode([blank, blank] + drawing + [blank, blank], areBlocksDark: true)
            .scanned()
    }

    @Test("What 'device verify' draws is the text that it writes")
    func verify() throws {
        let folder = try Folder()
        let tool = try Tool(in: folder.path)
        let ada = try tool.account("ada")
        let bob = try tool.account("bob")
        #expect(ada != bob)
        let lines = try tool.run("ada", ["device", "verify", "bob", "--account", bob], status: 1)
        let text = try #require(lines.first { $0.hasPrefix("HOLDFAST:") })
        #expect(try scanned(lines) == text)
    }
}

/// The tool as a process, with a vault for each person.
private struct Tool {
    let folder: String
    private let path: String

    init(in folder: String) throws {
        self.folder = folder
        let own = try #require(realpath("/proc/self/exe", nil))
        defer { free(own) }
        path = String(cString: dirname(own)) + "/holdfast"
    }

    /// Begins an account; gives its id.
    func account(_ person: String) throws -> String {
        let lines = try run(
            person, ["device", "init", "--name", person, "--directory", folder + "/devices"])
        let line = try #require(lines.first { $0.hasPrefix("account: ") })
        return String(line.dropFirst("account: ".count))
    }

    /// Runs a command line; gives what it writes.
    func run(_ person: String, _ words: [String], status: Int32 = 0) throws -> [String] {
        let home = folder + "/" + person
        let child = try ChildProcess(
            path: "/usr/bin/env",
            [
                "-i", "HOME=" + home, "HOLDFAST_HOME=" + home + "/vault",
                "HOLDFAST_STATE=" + home + "/state", path,
            ] + words)
        child.closeInput()
        let lines = try child.readLines()
        #expect(try child.wait() == .exit(status))
        return lines
    }
}
#endif
