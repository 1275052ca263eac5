import CrashSupport
import Glibc

/// The process that tests start, watch and kill: `CrashWriter COMMAND VAULT STATE [NUMBER…]`.
///
/// What it did and what it met goes to its output, a line at a time and at once.
@main
enum CrashWriter {
    static func main() async {
        do {
            let words = CommandLine.arguments
            guard words.count >= 4 else { throw Refusal("COMMAND VAULT STATE are missing") }
            let place = Place(vault: words[2], state: words[3])
            try await run(words[1], place, words.dropFirst(4).compactMap { Int($0) })
        } catch {
            Report.line("FAILED \(error)")
            exit(3)
        }
    }

    private static func run(_ command: String, _ place: Place, _ numbers: [Int]) async throws {
        func number(_ index: Int) throws -> Int {
            guard numbers.indices.contains(index) else { throw Refusal("a number is missing") }
            return numbers[index]
        }
        switch command {
        case "write":
            var writer = Writer(place, id: try number(0), seed: try number(1))
            try writer.run(after: try number(2))
        case "increment": try await Increments(place).run(id: try number(0), count: try number(1))
        case "read": try Reader(place, keyCount: try number(0)).run()
        case "create": try Creation(place).run(id: try number(0))
        case "keep":
            try await StateKeeper(place, partCount: try number(0)).run(seed: try number(1))
        case "passcode": try await PasscodeCycle(place).run(rounds: try number(0))
        case "seal": try await SealCycle(place).run()
        case "look": try await SealCycle(place).look()
        case "hold": try LockHolder(place).run()
        case "descriptors": try Limits(place).runWithoutDescriptors()
        case "file-size": try Limits(place).runWithSmallFiles()
        case "umask": try Modes(place).run(mask: try number(0))
        default: throw Refusal("there is no command \(command)")
        }
    }
}
