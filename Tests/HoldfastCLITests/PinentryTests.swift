import FoundationEssentials
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import Testing

/// A stand-in program of which each test says what it answers.
@Suite("Passcodes by pinentry")
struct PinentryTests {
    private let place = Workplace()

    /// Writes a program that answers `GETPIN` and `CONFIRM` with lines, and keeps what it was told.
    private func standIn(_ answers: String, greeting: String = "OK hello") throws -> String {
        let path = place.folder + "/pinentry"
        let program = """
            #!/bin/sh
            env > \(place.folder)/environment; echo "$#" > \(place.folder)/arguments
            printf '%s\\n' '\(greeting)'
            while IFS= read -r line; do
                printf '%s\\n' "$line" >> \(place.folder)/told
                case $line in
                GETPIN|CONFIRM) \(answers) ;;
                "OPTION ttytype"*) echo 'ERR 83886254 Unknown option <Pinentry>' ;;
                BYE) echo OK; exit 0 ;;
                *) echo '# a remark'; echo 'S a state'; echo OK ;;
                esac
            done
            """
        try Data(program.utf8).write(to: path)
        chmod(path, 0o700)
        try Self.waitUntilNobodyWrites(path)
        return path
    }

    /// A child that another test starts at this moment may hold the file open for writing until it
    /// runs its own program, and until then nobody can run the file (ETXTBSY).
    private static func waitUntilNobodyWrites(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        // fcntl(2): F_SETLEASE, which is refused while somebody has the file open for writing.
        for _ in 0..<1_000 where fcntl(file, 1024, F_RDLCK) != 0 { usleep(10_000) }
        guard fcntl(file, 1024, F_UNLCK) == 0 else {
            throw KeychainError(.unknown, "somebody keeps writing a test's program")
        }
    }

    private func pinentry(_ path: String, _ more: [String] = []) throws -> Pinentry {
        let variables = ["PATH=/usr/bin:/bin", "TERM=xterm"] + more
        return try Pinentry(path, environment: variables.map { Array($0.utf8) })
    }

    private func told() throws -> [String] {
        try String(decoding: Data(contentsOf: place.folder + "/told"), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    @Test(
        "What the person typed arrives, byte for byte",
        arguments: [
            ("echo 'D secret'; echo OK", "secret"), ("echo OK", ""),
            ("echo 'D a%25b%0Ac%0d'; echo OK", "a%b\nc\r"),
            ("echo 'D one'; echo '# x'; echo 'D  two'; echo OK", "one two"),
            ("echo 'D \u{fc}\u{1f5dd}'; echo 'OK done'", "\u{fc}\u{1f5dd}"),
            ("printf 'D %990s\\n' x; echo OK", String(repeating: " ", count: 989) + "x"),
        ])
    func typed(answers: String, expected: String) throws {
        let pinentry = try pinentry(standIn(answers))
        #expect(try pinentry.ask("Passcode: ") == SecretBytes(utf8: expected))
    }

    @Test(
        "What is no passcode has its own code",
        arguments: [
            ("echo 'ERR 83886179 Operation cancelled <Pinentry>'", KeychainError.Code.userCanceled),
            ("echo 'ERR 83886278 fully'", .userCanceled),
            ("echo 'ERR 83886142 Timeout <Pinentry>'", .systemCanceled),
            ("echo 'ERR 83918950 Inappropriate ioctl for device'", .noActivity),
            ("echo ERR", .noActivity), ("echo what", .noActivity), ("echo 'D a%2'", .noActivity),
            ("echo 'D a%zz'", .noActivity), ("echo 'INQUIRE QUALITY'", .noActivity),
            ("exit 1", .noActivity), ("printf 'D %2000s\\n' x; echo OK", .noActivity),
            ("for i in 1 2 3 4 5 6; do printf 'D %900s\\n' x; done; echo OK", .invalidArgument),
        ])
    func refused(answers: String, code: KeychainError.Code) throws {
        let pinentry = try pinentry(standIn(answers))
        do {
            _ = try pinentry.ask("Passcode: ")
            Issue.record("an answer came")
        } catch {
            #expect(error.code == code, "\(error.message)")
        }
    }

    @Test("One that hangs is ended when the time is over")
    func hangs() throws {
        var pinentry = try pinentry(standIn("exec sleep 60"))
        pinentry.timeLimit = .seconds(-4)
        let start = ContinuousClock.now
        do {
            _ = try pinentry.ask("Passcode: ")
            Issue.record("an answer came")
        } catch {
            #expect(error.code == .systemCanceled)
        }
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test("P10: words are escaped and cut, and the passcode is in no argument or environment")
    func words() throws {
        let pinentry = try pinentry(
            standIn("echo 'D hidden-4711'; echo OK"), ["GPG_TTY=/dev/pts/99"])
        let long = String(repeating: "\u{fc}", count: 2_000)
        #expect(
            try pinentry.ask("Read \"a%b\nGETPIN\"; passcode of the vault: ")
                == SecretBytes(utf8: "hidden-4711"))
        _ = try pinentry.ask(long + "; again: ")
        let told = try told()
        #expect(told.contains("SETDESC Read \"a%25b%0AGETPIN\""))
        #expect(told.contains("SETPROMPT passcode of the vault:"))
        #expect(told.contains("OPTION ttyname=/dev/pts/99"))
        #expect(told.filter { $0 == "GETPIN" }.count == 2)
        #expect(told.allSatisfy { $0.utf8.count <= 1000 && !$0.contains("cache") })
        for name in ["environment", "arguments", "told"] {
            let text = String(
                decoding: try Data(contentsOf: place.folder + "/" + name), as: UTF8.self)
            #expect(!text.contains("hidden-4711"))
        }
    }

    @Test("Without the program it is NO_ACTIVITY with advice")
    func missing() throws {
        for name in ["no-such-pinentry", "/nonexistent/pinentry", "relative/pinentry"] {
            do {
                _ = try pinentry(name)
                Issue.record("a program that is not there was found")
            } catch let error as KeychainError {
                #expect(error.code == .noActivity && error.advice != nil)
            }
        }
    }

    @Test("The tool asks it on demand, and where there is a display and no terminal")
    func tool() async throws {
        let path = try standIn("echo 'D correct horse'; echo OK")
        let more = ["PATH": "/usr/bin:/bin", "HOLDFAST_PINENTRY": path]
        let set = await place.run(
            "passcode", "set", "--pinentry", terminal: ["typed", "typed"], environment: more)
        #expect(set.status == 0, "\(set.error)")
        _ = await place.run("lock", environment: more)
        let unseen = await place.run("unlock", environment: more)
        #expect(unseen.status == 4)
        let unlocked = await place.run(
            "unlock", environment: more.merging(["DISPLAY": ":9"]) { $1 })
        #expect(unlocked.status == 0 || unlocked.error.contains("keyring"), "\(unlocked.error)")
        let off = await place.run(
            "unlock",
            environment: more.merging(["DISPLAY": ":9", "HOLDFAST_PINENTRY": "off"]) { $1 })
        #expect(off.status == 4)
        // Where both are said, the option wins: "off" is about what happens unasked.
        let asked = await place.run(
            "unlock", "--pinentry", terminal: [],
            environment: ["PATH": place.folder + ":/usr/bin:/bin", "HOLDFAST_PINENTRY": "off"])
        #expect(asked.status == 0 || asked.error.contains("keyring"), "\(asked.error)")
        let gone = await place.run(
            "unlock", "--pinentry", terminal: ["correct horse"],
            environment: more.merging(["HOLDFAST_PINENTRY": "/nonexistent"]) { $1 })
        #expect(gone.status == 4 && gone.error.contains("pinentry"))
    }
}

extension Data {
    fileprivate init(contentsOf path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw KeychainError(.unknown, "a file of the test is not there")
        }
        self = data
    }

    fileprivate func write(to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: self) else {
            throw KeychainError(.unknown, "a file of the test cannot be made")
        }
    }
}
