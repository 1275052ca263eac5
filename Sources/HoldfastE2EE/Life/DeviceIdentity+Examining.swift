public import HoldfastCore
public import HoldfastWire

/// What an opening would find and decide now.
public struct IdentityExamination: Sendable, Equatable {
    /// What the findings mean; an opening may say `notYet` instead, until it is certain.
    public let decision: IdentityDecision
    /// What the witnesses said.
    public let findings: IdentityFindings
    /// The identity, where one is known.
    public let record: IdentityRecord?
    /// What the app's database knows of it, where it answered and knows something.
    public let progress: IdentityProgress?
    /// Who put the device out of the account, where the verified log says that it is out.
    public let removal: IdentityRemoval?
    /// The error behind a finding, where there was one.
    public let error: KeychainError?
    /// What to tell the person; `nil` where nothing happened.
    public var words: IdentityWords? { IdentityWords(decision) }
}

extension DeviceIdentity {
    /// Looks at the three witnesses and does nothing about it: nothing is finished, made, given up
    /// or written to the journal.
    ///
    /// It is for showing and explaining; whoever wants to act opens the identity.
    ///
    /// - Parameter account: the person's account, where the app knows it from a login.
    /// - Returns: what was found; an error of a witness is a finding too.
    public func examine(account: AccountID? = nil) async -> IdentityExamination {
        let look = await look(account)
        return IdentityExamination(
            decision: IdentityTable.decision(for: look.findings), findings: look.findings,
            record: look.record, progress: look.progress, removal: look.removal,
            error: look.error)
    }
}
