import HoldfastCore

/// An answer that there is no item which was stored, and the phone as it then was.
///
/// The answer may be true: what was acknowledged may never have been stored, or was lost before.
/// Then it is the loss that breaks a promise, and neither the answer nor what is written next.
struct Absence: Sendable {
    /// What the app could rely on.
    let item: Acknowledgements.Item
    /// During which of the app's operations it was given.
    let operation: Int
    /// The phone as it was when it was given; nobody changes it.
    let phone: SimulatedPhone
    /// That the app then wrote over the item, if it did.
    var overwritten: Violation?

    /// What it breaks.
    ///
    /// - Parameter wasTrue: whether nothing was there.
    /// - Returns: the loss, or the false answer and what came of it.
    func violations(wasTrue: Bool) -> [Violation] {
        if wasTrue { return [item.missing(operation: operation)] }
        return [item.falselyMissing(operation: operation)] + [overwritten].compactMap { $0 }
    }
}

extension Acknowledgements.Item {
    /// Whether something that happened since the item was stored takes it by the phone's rules.
    ///
    /// - Parameter entries: the trace from the set-up on.
    /// - Returns: whether it does.
    func mayBeTaken(by entries: [TraceEntry]) -> Bool {
        entries.dropFirst(entryCount).contains { entry in
            guard case .event(let event) = entry.kind else { return false }
            return event.takesKey(of: protection ?? .standard)
        }
    }
}

extension PhoneEvent {
    /// Whether the system may take a key when this happens; all of what happens that
    /// ``takesKey(of:)`` says yes to.
    var takesKeys: Bool {
        switch self {
        case .enrolFinger, .removeFinger, .removeAllFingers, .removePasscode, .forcePasscodeReset:
            true
        default: false
        }
    }

    /// Whether the system may take the key of an item with this protection when this happens; what
    /// a reinstallation or a restore takes, only the scenario can say.
    func takesKey(of protection: ItemProtection) -> Bool {
        guard takesKeys else { return false }
        let isBoundToPasscode =
            protection.accessibility == .whenPasscodeSetThisDeviceOnly
            || protection.accessControl != .none
        switch self {
        case .enrolFinger, .removeFinger, .removeAllFingers:
            return protection.accessControl.isBoundToEnrolledBiometrics
        case .removePasscode, .forcePasscodeReset: return isBoundToPasscode
        default: return false
        }
    }
}
