import HoldfastCore

/// A play that broke a promise, told in a few sentences.
///
/// The first says what was stored, the last what was seen; between them stand the app's operations
/// that had a part in it, with the platform's calls and their native codes.
struct Story {
    /// The sentences.
    let steps: [String]

    private static let maximumStepCount = 6

    init(of violation: Violation, in play: Play) {
        let scenes = Self.scenes(of: violation, in: play)
        let start = [Self.start(of: violation, in: play)]
        let end = [violation.text + "."]
        // The longest telling that fits: call by call, operation by operation, or in one breath.
        let tellings = [
            scenes.flatMap(\.byCall), scenes.flatMap(\.byStrike), scenes.map(\.inOneBreath),
        ]
        let middle =
            tellings.first { $0.count + 2 <= Self.maximumStepCount }
            ?? Self.joined(scenes.map(\.inOneBreath), to: Self.maximumStepCount - 2)
        steps = start + middle + end
    }

    private static func start(of violation: Violation, in play: Play) -> String {
        let item = play.before.items.first { $0.key.account == violation.item }
        if let value = item?.acknowledgedValue {
            return "“\(value)” is stored under “\(violation.item)”."
        }
        return "Nothing is stored under “\(violation.item)” yet."
    }

    /// The operations that had a part in it, and struck calls that belong to none.
    private static func scenes(of violation: Violation, in play: Play) -> [Scene] {
        var scenes: [Scene] = []
        var position = 0
        func addLoose(upTo end: Int) {
            guard position < end else { return }
            let calls = play.trace[position..<end].compactMap(SceneCall.init)
            if calls.contains(where: \.isStruck) { scenes.append(Scene(calls: calls)) }
            position = end
        }
        let lastWrite = lastWrite(of: violation, in: play)
        for (index, operation) in play.operations.enumerated() {
            addLoose(upTo: min(operation.entries.lowerBound, play.trace.count))
            let end = min(operation.entries.upperBound, play.trace.count)
            let calls = play.trace[min(position, end)..<end].compactMap(SceneCall.init)
            position = max(position, end)
            let isTold =
                index == violation.operation || index == lastWrite
                || calls.contains(where: \.isStruck)
                || operation.isFalseAbsence(in: play, of: violation)
            guard isTold, index <= violation.operation ?? .max else { continue }
            scenes.append(Scene(operation: operation, calls: calls))
        }
        addLoose(upTo: play.trace.count)
        return scenes
    }

    private static func lastWrite(of violation: Violation, in play: Play) -> Int? {
        play.operations.lastIndex { operation in
            switch operation.question {
            case .write(let key, _), .replaceInvalidated(let key, _), .remove(let key):
                key.account == violation.item
            case .read, .attributes, .list: false
            }
        }
    }

    private static func joined(_ steps: [String], to count: Int) -> [String] {
        var steps = steps
        while steps.count > count {
            let last = steps.removeLast()
            steps[steps.count - 1] += " " + last
        }
        return steps
    }
}

extension AppOperation {
    /// Whether the app was told here that the item of a violation is not there, and it was.
    fileprivate func isFalseAbsence(in play: Play, of violation: Violation) -> Bool {
        question.key?.account == violation.item
            && play.violations.contains { other in
                other.promise == .unreadableIsNotMissing && other.operation != nil
                    && play.operations[other.operation ?? 0].entries == entries
            }
    }
}
