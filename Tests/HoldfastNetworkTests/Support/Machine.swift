#if Network && Server
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastCLI

/// A machine with a vault, on which the built tool is run as people run it.
final class Machine: Sendable {
    let folder: Folder
    private let relay: String?

    /// What a command did.
    struct Outcome {
        let status: Int32
        let output: String
        let error: String

        /// The lines of output, each of them JSON.
        var lines: [JSONValue] {
            get throws {
                try output.split(separator: "\n").map { line in
                    try Array(line.utf8).withRawBytes { (bytes) throws(KeychainError) in
                        try JSONParser.parse(bytes)
                    }
                }
            }
        }

        /// The first object of the output.
        var object: JSONValue {
            get throws { try #require(try lines.first, "\(error)") }
        }

        /// A text of the first object.
        func text(_ name: String) throws -> String {
            try #require(try object[name]?.text, "\(name) in \(output) \(error)")
        }
    }

    /// Takes the relay that it speaks to where a command names none.
    init(relay: String? = nil) throws {
        folder = try Folder()
        self.relay = relay
    }

    var environment: [String] {
        [
            "HOME=" + folder.path, "HOLDFAST_HOME=" + folder.path + "/vault",
            "HOLDFAST_STATE=" + folder.path + "/state", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin",
        ] + (relay.map { ["HOLDFAST_RELAY=" + $0] } ?? [])
    }

    /// The tool lies beside the test bundle, or beside the folder that the bundle is.
    static let tool: String = {
        var folder = (CommandLine.arguments.first ?? "").split(separator: "/").dropLast()
        while !folder.isEmpty {
            let path = "/" + folder.joined(separator: "/")
            if access(path + "/holdfast", X_OK) == 0 { return path + "/holdfast" }
            folder = folder.dropLast()
        }
        return "/nonexistent"
    }()

    /// Runs the tool to its end.
    @discardableResult
    func run(_ words: String..., input: String = "") throws -> Outcome {
        try run(words, input: input)
    }

    /// Runs the tool to its end.
    func run(_ words: [String], input: String = "", more: [String] = []) throws -> Outcome {
        let (process, error) = try start(words, more: more)
        try process.write(input)
        process.closeInput()
        let output = try process.readLines().map { $0 + "\n" }.joined()
        guard case .exit(let status) = try process.wait() else {
            throw SystemCallError("the tool was ended", EINTR)
        }
        return Outcome(status: status, output: output, error: try Self.text(error))
    }

    /// Starts the tool; its errors go to the file.
    func start(
        _ words: [String], more: [String] = []
    ) throws -> (process: ChildProcess, error: String) {
        let error = folder.path + "/error-\(UInt64.random(in: 0 ... .max))"
        let script = "exec 2>\"$1\"; shift; exec env -i \"$@\""
        let process = try ChildProcess(
            path: "/bin/sh",
            ["-c", script, "sh", error] + environment + more + [Self.tool] + words)
        return (process, error)
    }

    static func text(_ path: String) throws -> String {
        String(decoding: try Files.read(path) ?? [], as: UTF8.self)
    }
}

extension JSONValue {
    /// A member of an object.
    subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The elements of an array.
    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The names of all members, however deep.
    var names: Set<String> {
        switch self {
        case .object(let members):
            members.reduce(into: []) { $0.formUnion($1.value.names.union([$1.name])) }
        case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.names) }
        case .string, .number, .bool, .null: []
        }
    }

    /// A string.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text.utf8String()
    }
}
#endif
