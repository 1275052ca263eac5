import HoldfastE2EE
import HoldfastWire

/// What one sending has gathered, over all envelopes that it takes.
struct PostRound {
    let policies: [AccountID: GradePolicy]
    var prekeys: [DeviceID: VerifiedPrekey] = [:]
    var refused: [DeviceID: PrekeyRefusal] = [:]
    /// Accounts whose logs were fetched anew because prekeys were missing; once in a round.
    var refreshed: Set<AccountID> = []
    var events: [AccountID: [ContactEvent]] = [:]

    init(policies: [AccountID: GradePolicy]) {
        self.policies = policies
    }

    func policy(_ account: AccountID) -> GradePolicy { policies[account] ?? GradePolicy() }
}

extension PostedMessage {
    init(_ envelope: Envelope, full: [DeviceID], _ round: PostRound) {
        let header = envelope.message.header
        let full = Set(full)
        message = header.message
        attempt = header.attempt
        recipients = envelope.recipients.accounts.flatMap { account in
            account.wraps.map { wrap in
                Recipient(
                    account: account.account, device: wrap.device, grade: wrap.key.grade,
                    isFull: full.contains(wrap.device))
            }
        }
        events = round.events
        refusedPrekeys = round.refused
    }
}
