#if os(Linux) && RecoverySheet
import CrashSupport
import Glibc
import HoldfastCrypto
import HoldfastRecovery
import Testing

@testable import HoldfastCLI

/// The sheet that the built tool prints, read by programs that know nothing of it.
@Suite("The recovery sheet")
struct SheetTests {
    /// Makes a sheet at a pseudo-terminal, and tells the exit status, the words that were shown, and
    /// what else was written.
    private static let person = """
        import os, pty, re, sys
        pid, tty = pty.fork()
        if pid == 0:
            os.environ["TERM"] = "xterm"
            os.execv(sys.argv[1], sys.argv[1:])
        words, screen, seen = {}, "", 0
        while True:
            try: piece = os.read(tty, 65536)
            except OSError: break
            if not piece: break
            screen += piece.decode()
            new = screen[seen:]
            asked = re.search(r"Word (\\d+): $", new)
            if "not shown again" in new:
                words.update((int(n), w) for n, w in re.findall(r"(\\d+) ([a-z]+)", new))
                answer = ""
            elif asked: answer = words[int(asked.group(1))]
            else: continue
            seen = len(screen)
            os.write(tty, (answer + "\\n").encode())
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        print(status)
        print(" ".join(words[n] for n in sorted(words)))
        """

    /// Runs `phrase new --sheet`, which the tool hands to its other program.
    private func make(_ path: String, words: String = "12") throws -> (
        status: String, words: String
    ) {
        let tool = try ChildProcess.sibling("holdfast")
        let child = try ChildProcess(
            path: "/usr/bin/python3",
            ["-c", Self.person, tool, "phrase", "new", "--words", words, "--sheet", path])
        let lines = try child.readLines()
        try #require(try child.wait() == .exit(0))
        return (lines.first ?? "", lines.dropFirst().first ?? "")
    }

    private func output(of program: String, _ arguments: [String]) throws -> String {
        let child = try ChildProcess(path: "/usr/bin/" + program, arguments)
        let lines = try child.readLines()
        #expect(try child.wait() == .exit(0), "\(program)")
        return lines.joined(separator: "\n")
    }

    @Test(
        "P8: It has the words in letters, and in the code the place of the backup alone",
        arguments: ["12", "24"])
    func sheet(count: String) throws {
        let folder = try Folder()
        let path = folder.path + "/sheet.pdf"
        let made = try make(path, words: count)
        try #require(made.status == "0")
        let phrase = try RecoveryPhrase(reading: SecretBytes(utf8: made.words))
        let text = try output(of: "pdftotext", ["-layout", path, "-"])
        let shown = text.split { $0 == " " || $0 == "\n" }.map(String.init)
        for position in 1...phrase.length.rawValue {
            let word = phrase.word(at: position)
            #expect(
                zip(shown, shown.dropFirst()).contains { $0 == ("\(position)", word) },
                "word \(position) is on the sheet")
        }
        #expect(text.contains("a lost phrase is a lost backup"))
        _ = try output(of: "pdftoppm", ["-r", "150", "-png", path, folder.path + "/page"])
        let code = try output(
            of: "zbarimg",
            ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", folder.path + "/page-1.png"])
        #expect(code == LocatorText.text(of: try RecoveryKeys(phrase).locator()))
    }

    @Test("P10: It belongs to its owner alone, and takes no other file's place")
    func place() throws {
        let folder = try Folder()
        let path = folder.path + "/sheet.pdf"
        umask(0)
        defer { umask(0o022) }
        #expect(try make(path).status == "0")
        var info = stat()
        #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o600)
        let before = try Files.read(path)
        let again = try make(path)
        // Nothing is shown for a sheet that cannot be written.
        #expect(again.status == "9" && again.words.isEmpty)
        #expect(try Files.read(path) == before)
        #expect(try make("/nowhere/sheet.pdf").words.isEmpty)
    }
}
#endif
