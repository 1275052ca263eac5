/// One operation of an app in a story, or what happened between two of them.
struct Scene {
    /// What happened to the phone by itself, each in a few words; faults are told with their calls.
    let happenings: [String]
    private let operation: AppOperation?
    private let calls: [SceneCall]

    /// An operation and the trace that belongs to it.
    init(_ operation: AppOperation, _ entries: ArraySlice<TraceEntry>) {
        self.init(operation: operation, entries)
    }

    /// What happened between two operations.
    init(loose entries: ArraySlice<TraceEntry>) {
        self.init(operation: nil, entries)
    }

    /// What happened to the phone, and no call.
    init(happenings entries: ArraySlice<TraceEntry>) {
        self.init(operation: nil, entries.filter { SceneCall($0) == nil }[...])
    }

    private init(operation: AppOperation?, _ entries: ArraySlice<TraceEntry>) {
        self.operation = operation
        var happenings: [String?] = []
        for entry in entries {
            if let call = SceneCall(entry) {
                // The events of its own faults stand just before it.
                happenings.removeLast(min(call.eventCount, happenings.count))
            } else if let happening = Happening(entry) {
                happenings.append(happening.text)
            }
        }
        self.happenings = happenings.compactMap { $0 }
        let calls = entries.compactMap(SceneCall.init)
        // Calls between two operations are told only from the first that was struck.
        let first = calls.firstIndex(where: \.isStruck)
        self.calls = operation != nil ? calls : first.map { Array(calls[$0...]) } ?? []
    }

    /// Whether something happened or was struck.
    var isWorthTelling: Bool { !happenings.isEmpty || calls.contains(where: \.isStruck) }

    /// A sentence for the operation and one for each call from the first that was struck.
    var byCall: [String] {
        guard let first = calls.firstIndex(where: \.isStruck) else { return [inOneBreath] }
        var steps = groups(of: calls[first...])
        if let told { steps[steps.count - 1] += " " + told }
        return opening + steps
    }

    /// The same, with the calls that were not struck behind the one before them.
    var byStrike: [String] {
        guard let first = calls.firstIndex(where: \.isStruck) else { return [inOneBreath] }
        var steps: [String] = []
        var start = first
        for index in calls.indices where index > first && calls[index].isStruck {
            steps.append(groups(of: calls[start..<index]).joined(separator: " "))
            start = index
        }
        steps.append(groups(of: calls[start...]).joined(separator: " "))
        steps[0] = (opening + [steps[0]]).joined(separator: " ")
        if let told { steps[steps.count - 1] += " " + told }
        return steps
    }

    /// One step for all of it.
    var inOneBreath: String {
        let first = calls.firstIndex(where: \.isStruck)
        let middle = first.map { groups(of: calls[$0...]) } ?? undisturbed(calls[...])
        return (opening + middle + [told].compactMap { $0 }).joined(separator: " ")
    }

    private static let maximumSentenceCount = 3

    /// Sentences for calls: one for each that was struck, few for what follows it.
    private func groups(of calls: ArraySlice<SceneCall>) -> [String] {
        var sentences: [String] = []
        var rest = calls
        while let call = rest.first {
            if call.isStruck {
                sentences.append(sentence(call))
                rest = rest.dropFirst()
            } else {
                let run = rest.prefix { !$0.isStruck }
                sentences += undisturbed(run)
                rest = rest[run.endIndex...]
            }
        }
        return sentences
    }

    /// Of many calls that nothing struck those are told that explain what the app is told.
    private func undisturbed(_ calls: ArraySlice<SceneCall>) -> [String] {
        guard calls.count > Self.maximumSentenceCount else { return calls.map(sentence) + nothing }
        var refused: [String] = []
        for call in calls where call.isRefused && !refused.contains(sentence(call)) {
            refused.append(sentence(call))
        }
        if !refused.isEmpty { return Array(refused.suffix(2)) + nothing }
        if isDead { return [sentence(calls[calls.endIndex - 1])] }
        return ["\(calls.count) calls answer as they should."] + nothing
    }

    /// That a write which the app takes for done made no call that writes.
    private var nothing: [String] {
        guard let operation, operation.isWrite, operation.answer == Acknowledgements.stored,
            !calls.contains(where: \.isWriting)
        else { return [] }
        return ["None of its calls writes anything."]
    }

    private func sentence(_ call: SceneCall) -> String {
        call.sentence(isLastOfDead: isDead && call == calls.last)
    }

    private var isDead: Bool { operation != nil && operation?.answer == nil }

    /// What happened, and what the app does.
    private var opening: [String] {
        var sentences: [String] = []
        if !happenings.isEmpty { sentences.append(Self.sentence(happenings)) }
        if let operation { sentences.append("The app \(operation.text).") }
        return sentences
    }

    private var told: String? {
        operation?.answer.map { "The app is told: \($0)." }
    }

    private static func sentence(_ parts: [String]) -> String {
        let text = parts.joined(separator: "; ")
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }
}

/// A line of the trace that says what happened to the phone.
private struct Happening {
    /// In a few words; `nil` for what every start of an app brings with it.
    let text: String?

    init?(_ entry: TraceEntry) {
        switch entry.kind {
        case .event(.foreground): text = nil
        case .event(let event): text = event.description
        case .note(let note) where note.hasPrefix(PhoneBackup.noteOfRestoring): text = note
        case .call, .note: return nil
        }
    }
}

extension AppOperation {
    fileprivate var isWrite: Bool {
        if case .write = question.asWrite { true } else { false }
    }
}
