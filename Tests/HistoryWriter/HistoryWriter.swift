import CrashSupport
import Glibc
import HoldfastCore
import HoldfastE2EE
import HoldfastHistory
import HoldfastLab
import HoldfastLinux

/// The process that tests start and kill: `HistoryWriter FOLDER DEVICE FIRST`.
///
/// It lives as a device does, one message after the other, until it is killed: a prekey is made, a
/// message that uses it comes, an answer is written, its envelope is taken by the server. `TK n`,
/// `TM n`, `TQ n` and `TS n` go to its output before these steps, `K n`, `M n`, `Q n` and `S n`
/// after.
@main
enum HistoryWriter {
    static func main() async {
        do {
            let words = CommandLine.arguments
            guard words.count == 4, let device = UInt8(words[2]), let first = UInt64(words[3])
            else { throw SystemCallError("FOLDER DEVICE FIRST are missing", EINVAL) }
            try await run(place: words[1], device: device, first: first)
        } catch {
            line("FAILED \(error)")
            exit(3)
        }
    }

    private static func run(place: String, device: UInt8, first: UInt64) async throws {
        let history = HistoryPlace.open(place)
        try await history.make()
        let sample = try HistorySample(device: device)
        var number = first
        while true {
            let name = HistoryPlace.name(number, of: device)
            try await step("K", number) {
                try await history.apply(try sample.adding([name]))
            }
            try await step("M", number) {
                let message = try sample.opened(
                    name, spent: try sample.prekey(name),
                    byteCount: HistoryPlace.byteCount(of: number))
                let outcome = try await history.commit(message)
                guard outcome == .stored else {
                    throw SystemCallError("the message was \(outcome)", EINVAL)
                }
            }
            let draft = MessageDraft(
                id: try sample.message(name), body: try sample.body(name),
                created: UnixTime(seconds: 1_900_000_000))
            try await step("Q", number) {
                try await history.enqueue(draft, to: [sample.account])
            }
            try await step("S", number) { try await history.wasAccepted(draft.id) }
            number += 1
        }
    }

    private static func step(
        _ word: String, _ number: UInt64, _ body: () async throws -> Void
    ) async throws {
        line("T\(word) \(number)")
        try await body()
        line("\(word) \(number)")
    }

    private static func line(_ text: String) {
        do {
            try Descriptor.write(text + "\n", to: 1)
        } catch {
            // Nobody listens any more: the test is over.
            exit(4)
        }
    }
}

/// Where the history of a test is, with the vault that keeps its key.
enum HistoryPlace {
    static func open(_ place: String) -> HistoryDatabase {
        var vault = VaultConfiguration(
            location: VaultLocation(
                directory: place + "/vault", stateDirectory: place + "/state"))
        vault.busyTimeout = .seconds(60)
        return HistoryDatabase(
            HistoryConfiguration(
                folder: place + "/history", store: LinuxVault(vault), busyTimeout: .seconds(60)))
    }

    /// No two devices use the same name for a message or a prekey.
    static func name(_ number: UInt64, of device: UInt8) -> UInt64 {
        UInt64(device) << 32 | number
    }

    /// Every seventh message is long.
    static func byteCount(of number: UInt64) -> Int { number % 7 == 0 ? 30_000 : 40 }
}
