/// A platform call in a story.
struct SceneCall: Equatable {
    private let number: Int
    private let name: String
    private let faults: [Fault]
    private let answer: String

    init?(_ entry: TraceEntry) {
        guard case .call(let call, let faults, let answer) = entry.kind else { return nil }
        number = entry.callNumber
        name = call.name
        self.faults = faults
        self.answer = answer
    }

    /// Whether a fault struck it.
    var isStruck: Bool { !faults.isEmpty }

    /// How many of the events before it are told with it.
    var eventCount: Int {
        faults.count { if case .event = $0.kind { true } else { false } }
    }

    /// Whether the platform refused it, found nothing, or said that something is gone.
    var isRefused: Bool {
        answer.hasPrefix("err") || answer.contains("Exception")
            || answer.utf8.allSatisfy { (0x41...0x5a).contains($0) || $0 == UInt8(ascii: "_") }
    }

    /// Whether it puts a value or a key in its place.
    var isWriting: Bool { Self.writingCalls.contains(name) }

    private static let writingCalls: Set = ["SecItemAdd", "SecItemUpdate", "file.replace"]

    /// The call, what struck it and what it answered.
    func sentence(isLastOfDead: Bool) -> String {
        var parts: [String] = []
        for fault in faults {
            if case .event(let event) = fault.kind {
                parts.append("Just before \(name): \(event).")
            }
        }
        for fault in faults {
            switch fault.kind {
            case .failure(let failure, .beforeEffect):
                return (parts + ["\(name) fails with \(failure)."]).joined(separator: " ")
            case .failure(let failure, .afterEffect):
                return (parts + ["\(name) is done, but answers \(failure)."])
                    .joined(separator: " ")
            case .death(.beforeEffect):
                return (parts + ["The process dies before \(name)."]).joined(separator: " ")
            case .death(.afterEffect):
                return (parts + ["\(name) is done, then the process dies."])
                    .joined(separator: " ")
            case .event: continue
            }
        }
        if !isLastOfDead { parts.append("\(name) answers \(answer).") }
        return parts.isEmpty ? "\(name) is the last call." : parts.joined(separator: " ")
    }
}
