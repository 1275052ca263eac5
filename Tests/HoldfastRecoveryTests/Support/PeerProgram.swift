import CrashSupport
import FoundationEssentials
import Glibc
import Testing

/// The program `Peers/backup.py`, in the Python that `Scripts/setup --test` prepared; without it, the
/// test fails.
struct PeerProgram {
    private let child: ChildProcess

    // The names are those of the program.
    struct Question: Encodable {
        var `do`: String
        var words: String
        var account: String?
        var file: String?
    }

    struct Answer: Decodable {
        let refused: String?
        let locator: String?
        let locator_key: String?
        let recovery_key: String?
        let wrap_key: String?
        let recipient_key: String?
        let check: String?
        let generation: UInt64?
        let created: Int64?
        let records: [String: [String: String?]]?
    }

    init() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        let python = root.appending(path: ".build-peers/bin/python3").path
        try #require(access(python, X_OK) == 0, "no peers: run Scripts/setup --test")
        child = try ChildProcess(path: python, [tests.appending(path: "Peers/backup.py").path])
    }

    func ask(_ question: Question) throws -> Answer {
        try child.write(String(decoding: try JSONEncoder().encode(question), as: UTF8.self) + "\n")
        let line = try #require(try child.readLine())
        return try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
    }

    func finish() throws -> Bool {
        child.closeInput()
        return try child.wait() == .exit(0)
    }
}

/// The digits of bytes.
func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
