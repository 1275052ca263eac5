import HoldfastCore
import HoldfastCrypto

extension Acknowledgements {
    /// Takes a question before it reaches the store, and says it in words.
    mutating func begin(
        _ question: AppOperation.Question, process: Int, operation: Int
    ) -> String {
        switch question {
        case .read(let key): return "reads \(Self.quoted(key))"
        case .attributes(let key): return "looks for \(Self.quoted(key))"
        case .list: return "lists its items"
        case .remove(let key):
            change(key) { item in
                item.mayBeMissing = true
                item.isPending = true
            }
            return "removes \(Self.quoted(key))"
        case .write(let key, let value), .replaceInvalidated(let key, let value):
            let label = label(value)
            checkSuspension(key, label)
            checkRead(key, label, process: process, operation: operation)
            change(key) { item in
                if !item.possibleValues.contains(label) { item.possibleValues.append(label) }
                item.isPending = true
            }
            return "writes “\(label)” to \(Self.quoted(key))"
        }
    }

    /// Takes what a living process was told, and says it in words.
    mutating func answer(
        _ question: AppOperation.Question, _ answer: AppOperation.Answer, _ place: Place
    ) -> String {
        switch answer {
        case .item(let item?):
            let label = label(item.value)
            if let key = question.key { sees(label, key, item.attributes.protection, place) }
            return "“\(label)”"
        case .item(nil), .exists(false):
            if let key = question.key { seesNothing(key, place) }
            return Self.none
        case .exists(true): return "it is there"
        case .keys(let keys): return lists(keys, question, place)
        case .removed:
            if let key = question.key { isRemoved(key) }
            return "removed"
        case .stored(let protection):
            isStored(question, protection, place)
            return Self.stored
        case .refused(let error):
            if let key = question.key { isRefused(key, question, error, place) }
            return error.codeAndOrigin
        }
    }

    /// Where in a play something was seen.
    struct Place {
        let process: Int
        let operation: Int
        let phone: SimulatedPhone
        /// What happened before the phone's own trace begins.
        let earlierEntries: [TraceEntry]

        var entryCount: Int { earlierEntries.count + phone.traceCount }

        var entries: [TraceEntry] { earlierEntries + phone.trace }
    }

    /// What an app is told whose write is done.
    static let stored = "stored"

    /// What an app is told where nothing is.
    static let none = "there is none"

    static func quoted(_ key: ItemKey) -> String { "“\(key.account)”" }

    private mutating func checkSuspension(_ key: ItemKey, _ label: String) {
        guard isSavingSuspended else { return }
        violations.append(
            Violation(
                .suspendedMeansSuspended, item: key.account,
                "Saving is suspended and “\(label)” is written to \(Self.quoted(key))"))
    }

    /// Whoever writes must have been told what is there, if the scenario says so.
    private mutating func checkRead(
        _ key: ItemKey, _ label: String, process: Int, operation: Int
    ) {
        let item = item(key)
        guard item.isUnread(by: process), item.acknowledgedValue != label else { return }
        violations.append(item.writtenUnread(label, operation: operation))
    }

    private mutating func sees(
        _ label: String, _ key: ItemKey, _ protection: ItemProtection, _ place: Place
    ) {
        let item = item(key)
        if !item.possibleValues.contains(label) {
            violations.append(item.anotherValue(label, operation: place.operation))
        }
        change(key) { item in
            item.seen[place.process] = .value
            item.possibleValues = [label]
            item.mayBeMissing = false
            item.protection = protection
        }
    }

    private mutating func seesNothing(_ key: ItemKey, _ place: Place) {
        let item = item(key)
        if item.mayBeMissing || item.mayBeGone {
            change(key) { item in
                item.seen[place.process] = .nothing
                item.possibleValues = []
                item.mayBeMissing = true
            }
            return
        }
        if !item.hasNeverLanded, item.mayBeTaken(by: place.entries) {
            violations.append(item.toldMissing(operation: place.operation))
            change(key) { item in
                item.seen[place.process] = .nothing
                item.mayBeMissing = true
            }
            return
        }
        absences.append(
            Absence(
                item: item, operation: place.operation, phone: SimulatedPhone(copying: place.phone))
        )
        let index = absences.count - 1
        change(key) { $0.seen[place.process] = .falselyNothing(absence: index) }
    }

    private mutating func lists(
        _ keys: [ItemKey], _ question: AppOperation.Question, _ place: Place
    ) -> String {
        guard case .list(let service) = question else { return "" }
        for item in items
        where (service ?? item.key.service) == item.key.service && !keys.contains(item.key)
            && !item.mayBeMissing && !item.mayBeGone
        {
            seesNothing(item.key, place)
        }
        return "\(keys.count) items"
    }

    private mutating func isRemoved(_ key: ItemKey) {
        change(key) { item in
            item.possibleValues = []
            item.mayBeMissing = true
            item.isPending = false
            item.acknowledgedValue = nil
        }
    }

    private mutating func isStored(
        _ question: AppOperation.Question, _ protection: ItemProtection?, _ place: Place
    ) {
        guard case .write(let key, let value) = question.asWrite else { return }
        let label = label(value)
        let item = item(key)
        if case .falselyNothing(let absence)? = item.seen[place.process],
            item.acknowledgedValue != label
        {
            absences[absence].overwritten = item.overwritten(by: label, operation: place.operation)
        }
        if item.isUnread(by: place.process), item.acknowledgedValue != label {
            violations.append(item.overwrittenUnread(by: label, operation: place.operation))
        }
        change(key) { item in
            item.possibleValues = [label]
            item.mayBeMissing = false
            item.mayBeGone = false
            item.isPending = false
            item.hasNeverLanded = false
            item.entryCount = place.entryCount
            item.isAcknowledgedInBody = true
            item.acknowledgedValue = label
            item.protection = protection ?? item.protection ?? .standard
            item.seen[place.process] = .value
        }
    }

    private mutating func isRefused(
        _ key: ItemKey, _ question: AppOperation.Question, _ error: KeychainError, _ place: Place
    ) {
        guard case .read = question else { return }
        change(key) { $0.seen[place.process] = .unreadable }
        if error.code == .keyInvalidated, !item(key).mayBeGone {
            let item = item(key)
            invalidations.append(
                (
                    item.falselyInvalidated(operation: place.operation),
                    item.protection ?? .standard
                ))
        }
    }
}

extension AppOperation.Question {
    /// A replacement as the write that it is.
    var asWrite: AppOperation.Question {
        if case .replaceInvalidated(let key, let value) = self { return .write(key, value) }
        return self
    }
}
