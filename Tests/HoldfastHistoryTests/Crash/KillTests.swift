import CrashSupport
import Glibc
import HoldfastCore
import HoldfastE2EE
import HoldfastLab
import HoldfastLinux
import HoldfastWire
import Testing

@testable import HoldfastHistory

@Suite("Processes killed while they receive and send", .serialized)
struct HistoryKillTests {
    private static let devices: [UInt8] = [1, 2, 3]

    /// How far a process has come with a message: which steps were acknowledged, and one may be on
    /// its way.
    private struct Progress {
        var number: UInt64
        var steps: Set<Substring> = []
        var begun: Substring?
    }

    @Test(
        "P5: after SIGKILL at any moment each message is there once, with its prekey gone, or not")
    func kill() async throws {
        let folder = try Folder(isOnDisk: true)
        var generator = Rounds.generator(60)
        var next: [UInt8: UInt64] = [1: 0, 2: 0, 3: 0]
        var acknowledged = 0
        for round in 0..<Rounds.count(short: 12, full: 200) {
            let writers = try Self.devices.map { device in
                (
                    device,
                    try ChildProcess(
                        sibling: "HistoryWriter",
                        [folder.path, "\(device)", "\(next[device] ?? 0)"])
                )
            }
            var lines: [UInt8: [String]] = [:]
            for (device, process) in writers.shuffled(using: &generator) {
                if Int.random(in: 0..<4, using: &generator) > 0 {
                    lines[device] = try process.readLines(until: "S ")
                }
                usleep(UInt32.random(in: 0..<60_000, using: &generator))
                process.signal(SIGKILL)
            }
            for (device, process) in writers {
                #expect(try process.wait() == .signal(SIGKILL), "\(Rounds.note)")
                let all = (lines[device] ?? []) + (try process.readLines())
                let progress = try progress(all, from: next[device] ?? 0)
                acknowledged += progress.count
                for message in progress {
                    try await check(folder.path, device, message, "round \(round)")
                }
                // A message that was begun keeps its name.
                next[device] = (progress.last?.number ?? next[device] ?? 0) + 1
            }
        }
        try await checkConversations(folder.path)
        #expect(acknowledged > Rounds.count(short: 12, full: 200), "hardly anything was written")
    }

    private func progress(_ lines: [String], from first: UInt64) throws -> [Progress] {
        var all: [Progress] = []
        for line in lines {
            let words = line.split(separator: " ")
            let number = try #require(words.count == 2 ? UInt64(words[1]) : nil, "\(line)")
            if all.last?.number != number { all.append(Progress(number: number)) }
            let isBegin = words[0].hasPrefix("T")
            if isBegin {
                all[all.count - 1].begun = words[0].dropFirst()
            } else {
                all[all.count - 1].steps.insert(words[0])
                all[all.count - 1].begun = nil
            }
        }
        return all
    }

    /// What was acknowledged is there; what was on its way is there whole, or not at all.
    private func check(
        _ place: String, _ device: UInt8, _ progress: Progress, _ what: String
    ) async throws {
        let history = Self.open(place)
        let sample = try HistorySample(device: device)
        let name = UInt64(device) << 32 | progress.number
        let known = try await history.recollection(
            of: try sample.message(name), from: sample.device.id, counter: name + 1
        ).known
        let prekey = try await history.prekey(try sample.prekey(name))
        let outgoing = try await history.outgoingMessage(try sample.message(name))
        func expect(_ step: Substring, _ isDone: Bool) {
            let isAllowed = isDone == progress.steps.contains(step) || progress.begun == step
            #expect(isAllowed, "\(what): \(step) of \(progress.number); \(Rounds.note)")
        }
        expect("K", prekey != nil)
        expect("M", known != nil)
        expect("Q", outgoing != nil)
        expect("S", outgoing?.state == .sent)
        // The prekey is gone exactly if its message is there.
        if let prekey {
            var isGone = false
            if case .tombstone = prekey { isGone = true }
            #expect(isGone == (known != nil), "\(what): \(progress.number); \(Rounds.note)")
        }
        try await history.close()
    }

    /// Each message stands in its conversation once, and none that is not known.
    private func checkConversations(_ place: String) async throws {
        let history = Self.open(place)
        var seen: Set<String> = []
        for conversation in try await history.conversations() {
            var last: UInt64 = 0
            while last < conversation.placeCount {
                let entries = try await history.entries(
                    of: conversation.account, after: last, limit: 500)
                for entry in entries {
                    #expect(seen.insert("\(entry.message.name)").inserted, "shown twice")
                }
                last += 500
            }
        }
        #expect(seen.count > 10)
    }

    private static func open(_ place: String) -> HistoryDatabase {
        let vault = VaultConfiguration(
            location: VaultLocation(
                directory: place + "/vault", stateDirectory: place + "/state"))
        return HistoryDatabase(
            HistoryConfiguration(
                folder: place + "/history", store: LinuxVault(vault), busyTimeout: .seconds(60)))
    }
}

extension ConversationEntry.Message {
    fileprivate var name: String {
        switch self {
        case .received(let message):
            "received \(message.header.sender.device) \(message.header.message)"
        case .sent(let message): "sent \(message.id)"
        }
    }
}
