import CrashSupport
import FoundationEssentials

/// A text of commands and of what must come of them; `Scripts/README.md` says how it is written.
struct Script: Sendable, CustomStringConvertible {
    /// One command and what must come of it.
    struct Step: Sendable {
        /// What is compared with what a command wrote.
        enum Expectation: Sendable {
            case exact([UInt8])
            case contains(String)
            case lacks(String)
        }

        var line: Int
        var command: String
        var isOnTerminal = false
        var input: [UInt8] = []
        var scenes: [PseudoTerminal.Scene] = []
        var status: Int32 = 0
        var output: [Expectation] = []
        var error: [Expectation] = []
    }

    let name: String
    let steps: [Step]

    var description: String { name }

    /// All scripts, in the order of their names.
    static func all() throws -> [Script] {
        let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let path = "/" + folder + "/Scripts"
        return try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(".txt") }.sorted()
            .map { name in
                let data = try Data(contentsOf: URL(filePath: path + "/" + name))
                return try Script(
                    name: String(name.dropLast(4)), text: String(decoding: data, as: UTF8.self))
            }
    }

    /// A script that is not written as it should be.
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    init(name: String, text: String) throws {
        self.name = name
        var steps: [Step] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("| "), !steps.isEmpty {
                steps[steps.count - 1].command += "\n" + line.dropFirst(2)
            } else if line.hasPrefix("> ") || line.hasPrefix("tty> ") {
                let start = line.hasPrefix("> ") ? 2 : 5
                steps.append(
                    Step(
                        line: index + 1, command: String(line.dropFirst(start)),
                        isOnTerminal: start == 5))
            } else if !line.isEmpty, !line.hasPrefix("#") {
                guard !steps.isEmpty else { throw Malformed(description: "no command: \(line)") }
                try Self.read(line, into: &steps[steps.count - 1])
            }
        }
        guard !steps.isEmpty else { throw Malformed(description: "\(name) has no commands") }
        self.steps = steps
    }

    private static func read(_ line: Substring, into step: inout Step) throws {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count > 1 ? String(parts[1]) : ""
        switch parts[0] {
        case "exit":
            guard let status = Int32(rest) else { throw Malformed(description: "exit \(rest)") }
            step.status = status
        case "stdin": step.input += try bytes(rest)
        case "stdout": step.output.append(.exact(Array(rest.utf8) + [10]))
        case "stdout-bytes": step.output.append(.exact(try bytes(rest)))
        case "stdout-contains": step.output.append(.contains(rest))
        case "stdout-lacks": step.output.append(.lacks(rest))
        case "stderr": step.error.append(.exact(Array(rest.utf8) + [10]))
        case "stderr-contains": step.error.append(.contains(rest))
        case "stderr-lacks": step.error.append(.lacks(rest))
        case "see": step.scenes.append(.see(rest))
        case "type": step.scenes.append(.type(try bytes(rest)))
        default: throw Malformed(description: "unknown: \(line)")
        }
    }

    /// Text with `\n`, `\r`, `\t`, `\\` and `\xHH`.
    private static func bytes(_ text: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "n"): bytes.append(10)
            case UInt8(ascii: "r"): bytes.append(13)
            case UInt8(ascii: "t"): bytes.append(9)
            case UInt8(ascii: "\\"): bytes.append(92)
            case UInt8(ascii: "x"):
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else {
                    throw Malformed(description: "escape in: \(text)")
                }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: throw Malformed(description: "escape in: \(text)")
            }
        }
        return bytes
    }
}
