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
        let start = Self.start(of: violation, in: play)
        let end = [violation.text + "."]
        let room = Self.maximumStepCount - start.count - end.count
        // The longest telling that fits: call by call, operation by operation, or in one breath.
        let tellings = [
            scenes.flatMap(\.byCall), scenes.flatMap(\.byStrike), scenes.map(\.inOneBreath),
        ]
        let middle =
            tellings.first { $0.count <= room } ?? Self.joined(scenes.map(\.inOneBreath), to: room)
        steps = start + middle + end
    }

    /// What was stored, and what happened to the phone from then to the story's beginning.
    private static func start(of violation: Violation, in play: Play) -> [String] {
        guard let item = play.before.items.first(where: { $0.key.account == violation.item }),
            let value = item.acknowledgedValue
        else { return ["Nothing is stored under “\(violation.item)” yet."] }
        if item.hasNeverLanded {
            return [
                "The app was told that “\(value)” is stored under “\(violation.item)”, and it never"
                    + " was."
            ]
        }
        let scene = Scene(happenings: play.entriesBefore.dropFirst(item.entryCount))
        let happenings = scene.happenings.isEmpty ? [] : [scene.inOneBreath]
        return ["“\(value)” is stored under “\(violation.item)”."] + happenings
    }

    /// The operations that had a part in it, what happened to the phone, and struck calls that
    /// belong to no operation, up to where the promise was broken.
    private static func scenes(of violation: Violation, in play: Play) -> [Scene] {
        var scenes: [Scene] = []
        var position = 0
        func addLoose(upTo end: Int) {
            guard position < end else { return }
            let scene = Scene(loose: play.trace[position..<end])
            if scene.isWorthTelling { scenes.append(scene) }
            position = end
        }
        let told = toldOperations(of: violation, in: play)
        for (index, operation) in play.operations.enumerated() {
            guard index <= violation.operation ?? .max else { return scenes }
            addLoose(upTo: min(operation.entries.lowerBound, play.trace.count))
            let end = min(operation.entries.upperBound, play.trace.count)
            let scene = Scene(operation, play.trace[min(position, end)..<end])
            position = max(position, end)
            if told.contains(index) || scene.isWorthTelling { scenes.append(scene) }
        }
        addLoose(upTo: play.trace.count)
        return scenes
    }

    /// The operation that broke the promise, the last write of its item, and the last time that the
    /// app was told that the item is not there.
    private static func toldOperations(of violation: Violation, in play: Play) -> Set<Int> {
        let last = violation.operation ?? play.operations.count - 1
        let lastAbsence = play.operations.indices.last { index in
            index <= last && play.operations[index].isAbsence(of: violation.item)
        }
        let lastWrite = lastWrite(of: violation, in: play)
        return Set([violation.operation, lastWrite, lastAbsence].compactMap { $0 })
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
    /// Whether the app was told here that an item is not there.
    fileprivate func isAbsence(of item: String) -> Bool {
        question.key?.account == item && answer == Acknowledgements.none
    }
}
