import FoundationEssentials
import Glibc
import HoldfastCLI
import HoldfastCore
import HoldfastLinux
import Testing

/// A folder of a test's own with a vault in it, gone when the test ends.
final class Workplace: Sendable {
    let folder: String
    let environment: [String: String]

    init() {
        var template = Array((Self.temporaryFolder + "/holdfast-cli-XXXXXX").utf8CString)
        let made = template.withUnsafeMutableBufferPointer {
            $0.baseAddress.map { mkdtemp($0) } != nil
        }
        precondition(made, "a temporary folder can be made")
        folder = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
        environment = [
            "HOME": folder, "HOLDFAST_HOME": folder + "/vault",
            "HOLDFAST_STATE": folder + "/state",
        ]
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            Issue.record("the folder of a test could not be removed")
        }
    }

    private static let temporaryFolder =
        ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"

    /// What a command did.
    struct Outcome {
        let status: Int32
        let output: [UInt8]
        let error: String

        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs a command line in this process, with files as standard streams.
    @MainActor
    func run(
        _ arguments: String..., input: [UInt8] = [], terminal: [String]? = nil,
        environment more: [String: String] = [:]
    ) async -> Outcome {
        await run(
            arguments.map { Array($0.utf8) }, input: input, terminal: ScriptedTerminal(terminal),
            environment: more)
    }

    /// The same with words that need not be text, and a terminal to look at afterwards.
    @MainActor
    func run(
        _ arguments: [[UInt8]], input: [UInt8] = [], terminal: ScriptedTerminal,
        environment more: [String: String] = [:], wallClock: any WallClock = SystemWallClock()
    ) async -> Outcome {
        let files = (0..<3).map { _ in Self.temporaryFile() }
        defer { for file in files { close(file) } }
        Self.fill(files[0], input)
        let variables = environment.merging(more) { $1 }
        let status = await CommandLineTool.run(
            arguments: arguments,
            environment: Environment(entries: variables.map { Array("\($0)=\($1)".utf8) }),
            streams: StandardStreams(input: files[0], output: files[1], error: files[2]),
            terminal: terminal, wallClock: wallClock)
        return Outcome(
            status: status, output: Self.content(files[1]),
            error: String(decoding: Self.content(files[2]), as: UTF8.self))
    }

    /// Descriptor of a new file with some bytes in it, standing at its beginning; the caller closes.
    static func descriptor(holding bytes: [UInt8]) -> Int32 {
        let file = temporaryFile()
        fill(file, bytes)
        return file
    }

    private static func temporaryFile() -> Int32 {
        let file = open(temporaryFolder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0o600)
        precondition(file >= 0, "a file without a name can be made")
        return file
    }

    private static func fill(_ file: Int32, _ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            precondition(count > 0, "a test's file can be written")
            rest = rest.dropFirst(count)
        }
        lseek(file, 0, SEEK_SET)
    }

    private static func content(_ file: Int32) -> [UInt8] {
        lseek(file, 0, SEEK_SET)
        var (content, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = read(file, &chunk, chunk.count)
            if count <= 0 { return content }
            content += chunk[..<count]
        }
    }
}

/// O_TMPFILE is composed of two flags in C, which Swift does not import.
private let O_TMPFILE = Int32(0o20000000) | O_DIRECTORY
