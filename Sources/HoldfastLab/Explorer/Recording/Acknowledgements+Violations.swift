import HoldfastCore

extension Acknowledgements.Item {
    /// What must be there, in words.
    var contents: String {
        possibleValues.map { "“\($0)”" }.joined(separator: " or ")
    }

    /// That a read gave something else than it can.
    func anotherValue(_ label: String, operation: Int?) -> Violation {
        let found = "\(quotedName) holds “\(label)”"
        let lost = possibleValues.isEmpty ? "Nothing was stored, and" : "\(contents) is lost:"
        return Violation(
            isPending ? .oldOrNew : .doneMeansDurable, item: key.account, "\(lost) \(found)",
            lostValue: lostValue, operation: operation)
    }

    /// That a value was written over by an app that was told that there was none.
    func overwritten(by label: String, operation: Int?) -> Violation {
        Violation(
            .noBlindOverwrite, item: key.account,
            "“\(lostValue ?? "")” is lost: the app was told that there was no \(quotedName) and"
                + " wrote “\(label)” over it",
            lostValue: lostValue, operation: operation)
    }

    /// Whether a process may not write yet, because it does not know what it would write over.
    func isUnread(by process: Int) -> Bool {
        guard mustBeReadFirst, acknowledgedValue != nil else { return false }
        switch seen[process] {
        case nil, .unreadable: return true
        case .value, .nothing, .falselyNothing: return false
        }
    }

    /// That a write over an unread value was begun.
    func writtenUnread(_ label: String, operation: Int) -> Violation {
        Violation(
            .noBlindOverwrite, item: key.account,
            "The app writes “\(label)” over \(quotedName), which it has not read",
            lostValue: nil, operation: operation)
    }

    /// That a value was written over by an app that could not read it.
    func overwrittenUnread(by label: String, operation: Int) -> Violation {
        Violation(
            .noBlindOverwrite, item: key.account,
            "“\(lostValue ?? "")” is lost: the app could not read \(quotedName) and wrote"
                + " “\(label)” over it",
            lostValue: lostValue, operation: operation)
    }

    /// That an app believes that a value is stored which is not.
    func believedStored(_ label: String) -> Violation {
        Violation(
            .doneMeansDurable, item: key.account,
            "The app believes that “\(label)” is stored, and \(quotedName) holds"
                + " \(possibleValues.isEmpty ? "nothing" : contents)",
            lostValue: label, operation: nil)
    }

    /// That the app was told that there is nothing, and there is.
    func falselyMissing(operation: Int) -> Violation {
        Violation(
            .unreadableIsNotMissing, item: key.account,
            "The app is told that there is no \(quotedName), and \(contents) was stored there",
            lostValue: nil, operation: operation)
    }

    /// That what the phone took by its rules is called missing and not invalidated.
    ///
    /// No value is lost by it: that was the phone's doing.
    func toldMissing(operation: Int?) -> Violation {
        Violation(
            .unreadableIsNotMissing, item: key.account,
            "The app is told that there is no \(quotedName), and not that \(contents), which the"
                + " phone took, was invalidated",
            lostValue: nil, operation: operation)
    }

    /// That nothing is there.
    func missing(operation: Int? = nil) -> Violation {
        let value = acknowledgedValue.map { "“\($0)”" } ?? contents
        let text = "\(value) is lost: \(quotedName) holds nothing at all"
        return Violation(
            lossPromise, item: key.account, text, lostValue: lostValue, operation: operation)
    }

    /// That nobody can read it in the end.
    func stuck(_ error: KeychainError) -> Violation {
        let value = acknowledgedValue ?? possibleValues.first
        let what = value.map { "“\($0)” cannot be read" } ?? "The store cannot say what it holds"
        return Violation(
            isPending ? .oldOrNew : .doneMeansDurable, item: key.account,
            "\(what): on an unlocked phone \(quotedName) answers \(error.codeAndOrigin)",
            lostValue: value, operation: nil)
    }

    /// That it is called invalidated.
    func falselyInvalidated(operation: Int?) -> Violation {
        Violation(
            .noFalseInvalidation, item: key.account,
            "\(quotedName) is called invalidated, and nothing took its key",
            lostValue: lostValue, operation: operation)
    }

    private var quotedName: String { Acknowledgements.quoted(key) }

    private var lostValue: String? { acknowledgedValue ?? possibleValues.first }

    private var lossPromise: Violation.Promise {
        if isPending { return .oldOrNew }
        return isAcknowledgedInBody || hasNeverLanded ? .doneMeansDurable : .onlyRemoveRemoves
    }
}
