import HoldfastCrypto
public import HoldfastWire

/// A message that was opened: what it says, and everything that is known of it.
public struct OpenedMessage: Sendable {
    /// What the message said of itself, signed.
    public let header: MessageHeader
    /// What it says, with its salt.
    public let body: MessageBody
    /// How secret its wrap for this device stays.
    public let grade: SecrecyGrade
    /// What it is worth by its sender's standing.
    public let standing: SenderStanding
    /// Whether it was wrapped for all of this account's devices.
    public let completeness: Completeness
    /// The prekey that served this message alone and goes with the commit; `nil` for the other
    /// grades.
    public let spent: PrekeyID?

    init(_ judged: JudgedMessage, body: MessageBody) {
        header = judged.header
        self.body = body
        grade = judged.wrapKey.grade
        standing = judged.standing
        completeness = judged.completeness
        guard case .oneTime(let id) = judged.wrapKey else {
            spent = nil
            return
        }
        spent = id
    }
}
