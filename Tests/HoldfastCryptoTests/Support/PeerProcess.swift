#if os(Linux)
import CrashSupport
import FoundationEssentials
import Glibc

/// The program `Peers/peer.py`, which answers with other people's cryptography.
struct PeerProcess {
    private let child: ChildProcess

    /// Starts the program in the Python that `Scripts/setup --test` prepared; without it, fails.
    init() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        let python = root.appending(path: ".build-peers/bin/python3").path
        guard access(python, X_OK) == 0 else {
            throw Missing(description: "\(python) is not there: run Scripts/setup --test")
        }
        child = try ChildProcess(path: python, [tests.appending(path: "Peers/peer.py").path])
    }

    /// Asks one question.
    func ask(_ question: Question) throws -> Answer {
        let line = String(decoding: try JSONEncoder().encode(question), as: UTF8.self)
        try child.write(line + "\n")
        guard let answer = try child.readLine() else {
            throw Missing(description: "the peer ended without an answer to '\(question.do)'")
        }
        return try JSONDecoder().decode(Answer.self, from: Data(answer.utf8))
    }

    /// Ends it, and tells whether it was content with all that it read.
    func finish() throws -> Bool {
        child.closeInput()
        return try child.wait() == .exit(0)
    }

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    // The names are those of the program.
    struct Question: Encodable {
        var `do`: String
        var aead: UInt16?
        var key: Hex?
        var point: Hex?
        var info: Hex?
        var psk: Hex?
        var psk_id: Hex?
        var enc: Hex?
        var messages: [Message]?
        var exporter_context: Hex?
        var count: Int?
        var message: Hex?
        var signature: Hex?
    }

    struct Message: Encodable {
        var bytes: Hex
        var aad: Hex?
    }

    struct Answer: Decodable {
        let refused: String?
        let enc: Hex?
        let messages: [Hex]?
        let exported: Hex?
        let signature: Hex?
        let secret: Hex?
    }
}
#endif
