import CrashSupport

/// What processes said they were about to write and had written, and what may be there after that.
struct WriteHistory {
    /// One step of one writer on one item; no count is a removal.
    struct Step: Hashable {
        let writer: Int
        let count: Int?
    }

    /// Per item: the last acknowledged step of each writer, and what was tried after it.
    private struct Item {
        var acknowledged: [Int: Step] = [:]
        var tried: [Int: Step] = [:]
    }

    private var items: [String: Item] = [:]
    private(set) var acknowledgedCount = 0
    private(set) var highestCount = 0

    /// Takes the lines of one writer, in order.
    mutating func add(_ lines: [String], from writer: Int) -> [String] {
        var strange: [String] = []
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3 else {
                strange.append(line)
                continue
            }
            let step = Step(writer: writer, count: Int(words[2]))
            highestCount = max(highestCount, step.count ?? 0)
            switch words[0] {
            case "T": items[words[1], default: Item()].tried[writer] = step
            case "A":
                items[words[1], default: Item()].acknowledged[writer] = step
                items[words[1], default: Item()].tried[writer] = nil
                acknowledgedCount += 1
            default: strange.append(line)
            }
        }
        return strange
    }

    /// What is wrong with the values found, which are the new truth; empty if nothing is.
    mutating func compare(with values: [String: [UInt8]]) -> [String] {
        var wrong: [String] = []
        for account in values.keys where items[account] == nil {
            wrong.append("\(account): nobody wrote it")
        }
        for (account, item) in items {
            let found = values[account].map { bytes in CountedValue(bytes) }
            guard let step = Self.step(found) else {
                wrong.append("\(account): damaged bytes")
                continue
            }
            if !Self.isAllowed(step, item) {
                wrong.append("\(account): \(step.map { "\($0)" } ?? "absent") of \(item)")
            }
            // What was tried and did not come through never will: its writer is dead.
            items[account] = Self.settled(item, step)
        }
        return wrong
    }

    /// What was found as a step: `.some(nil)` is absence, nil is damage.
    private static func step(_ found: CountedValue??) -> Step?? {
        switch found {
        case .none: .some(nil)
        case .some(.none): nil
        case .some(.some(let value)): .some(Step(writer: value.writer, count: value.count))
        }
    }

    private static func isAllowed(_ step: Step?, _ item: Item) -> Bool {
        guard let step else {
            // Absent: never written for certain, or removed last, for certain or perhaps.
            let removed = item.acknowledged.values.allSatisfy { $0.count == nil }
            return removed || item.tried.values.contains { $0.count == nil }
        }
        // Each writer's own acknowledged writes replaced its earlier ones: only its last
        // acknowledged one can be there, or the one that it was about to make.
        return item.acknowledged[step.writer] == step || item.tried[step.writer] == step
    }

    private static func settled(_ item: Item, _ step: Step?) -> Item {
        var settled = Item()
        guard let step else { return settled }
        settled.acknowledged[step.writer] = step
        return settled
    }
}
