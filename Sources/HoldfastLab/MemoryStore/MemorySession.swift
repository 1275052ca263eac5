import HoldfastCore

/// What one store object remembers and a second one on the same device does not.
struct MemorySession: Sendable {
    var faults: [MemoryStore.Operation: [MemoryFault]] = [:]
    var answers: [PromptAnswer] = []
    var standingAnswer: PromptAnswer?
    var confirmations: [ItemKey: Confirmation] = [:]
    var calls: [MemoryStore.Call] = []
    var numbers: [ItemKey: Int] = [:]

    mutating func takeFault(_ operation: MemoryStore.Operation) -> MemoryFault? {
        guard let first = faults[operation]?.first else { return nil }
        faults[operation]?.removeFirst()
        return first
    }

    mutating func takeAnswer() -> PromptAnswer? {
        answers.isEmpty ? standingAnswer : answers.removeFirst()
    }

    mutating func record(
        _ operation: MemoryStore.Operation, _ key: ItemKey?, _ code: KeychainError.Code?,
        promptCount: Int
    ) {
        var number: Int?
        if let key { number = self.number(of: key) }
        calls.append(
            MemoryStore.Call(
                operation: operation, item: number, code: code, promptCount: promptCount))
    }

    private mutating func number(of key: ItemKey) -> Int {
        let number = numbers[key] ?? numbers.count + 1
        numbers[key] = number
        return number
    }
}

/// An error that waits for its call.
struct MemoryFault: Sendable {
    let error: KeychainError
    let moment: MemoryStore.FaultMoment

    func strike(_ present: MemoryStore.FaultMoment) throws(KeychainError) {
        if moment == present { throw error }
    }
}

/// That a person showed what an access control asks for.
struct Confirmation: Sendable {
    let accessControl: AccessControl
    let time: UnixTime
}

/// What a call may rely on when it meets an item with an access control.
struct Permit: Sendable {
    let now: UnixTime
    /// A confirmation of this very call.
    var given: AccessControl?
    /// The item's last confirmation before this call.
    var remembered: Confirmation?

    /// Whether a use under this protection needs no prompt.
    func covers(_ protection: ItemProtection) -> Bool {
        if protection.accessControl == .none || given == protection.accessControl { return true }
        guard let remembered, remembered.accessControl == protection.accessControl else {
            return false
        }
        // A clock that was set back must not lengthen a confirmation.
        let age = now.seconds - remembered.time.seconds
        return age >= 0 && age < Int64(protection.authValiditySeconds)
    }
}
