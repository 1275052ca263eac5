/// One operation of an app in a story, or calls that belong to none.
struct Scene {
    var operation: AppOperation?
    let calls: [SceneCall]

    /// A sentence for the operation and one for each call from the first that was struck.
    var byCall: [String] {
        guard let first = calls.firstIndex(where: \.isStruck) else { return [inOneBreath] }
        var steps = calls[first...].map { $0.sentence(isLastOfDead: isDead && $0 == calls.last) }
        if let told { steps[steps.count - 1] += " " + told }
        return [opening].compactMap { $0.map { $0 + "." } } + steps
    }

    /// The same, with the calls that were not struck behind the one before them.
    var byStrike: [String] {
        guard let first = calls.firstIndex(where: \.isStruck) else { return [inOneBreath] }
        var steps: [String] = []
        for call in calls[first...] {
            let sentence = call.sentence(isLastOfDead: isDead && call == calls.last)
            if call.isStruck || steps.isEmpty {
                steps.append(sentence)
            } else {
                steps[steps.count - 1] += " " + sentence
            }
        }
        if let opening { steps[0] = opening + ". " + steps[0] }
        if let told { steps[steps.count - 1] += " " + told }
        return steps
    }

    /// One step for all of it.
    var inOneBreath: String {
        let first = calls.firstIndex(where: \.isStruck)
        let middle = first.map { sentences(of: calls[$0...]) } ?? undisturbedSentences
        let start = [opening.map { $0 + "." }].compactMap { $0 }
        return (start + middle + [told].compactMap { $0 }).joined(separator: " ")
    }

    /// Of many calls that nothing struck only the last is told: it made the answer.
    private var undisturbedSentences: [String] {
        guard calls.count > Self.maximumSentenceCount, let last = calls.last else {
            return sentences(of: calls[...])
        }
        return [
            "After \(calls.count - 1) calls that answer as they should,"
                + " \(last.sentence(isLastOfDead: isDead))"
        ]
    }

    private static let maximumSentenceCount = 3

    private func sentences(of calls: ArraySlice<SceneCall>) -> [String] {
        calls.map { $0.sentence(isLastOfDead: isDead && $0 == calls.last) }
    }

    private var isDead: Bool { operation != nil && operation?.answer == nil }

    private var opening: String? {
        operation.map { "The app \($0.text)" }
    }

    private var told: String? {
        operation?.answer.map { "The app is told: \($0)." }
    }
}

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
