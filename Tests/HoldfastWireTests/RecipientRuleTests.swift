import HoldfastCrypto
import HoldfastWire
import Testing

/// The phrase as a recipient of messages gets nothing else in the account.
@Suite("What a recovery recipient may do in a device log")
struct RecipientRuleTests {
    let phone: TestDevice
    let laptop: TestDevice
    let words: TestDevice
    let recovery: P256PrivateKey
    var account: TestAccount

    init() throws {
        phone = try TestDevice("phone")
        laptop = try TestDevice("laptop")
        words = try TestDevice(recipient: "words")
        recovery = try P256PrivateKey(random: SystemRandom())
        account = try TestAccount(phone, recovery: recovery)
        try account.add(words, by: phone)
    }

    @Test("A device takes it in with the person there; messages are encrypted to it")
    func added() throws {
        #expect(account.log.facts.activeDevices.map(\.id).contains(words.id))
        #expect(account.log.facts.recoveryRecipient == words.record)
        #expect(account.log.pending.isEmpty)
        #expect(!phone.record.isRecoveryRecipient && words.record.isRecoveryRecipient)
    }

    @Test("P7: it changes nothing in the account but to put itself out")
    mutating func powerless() throws {
        try account.add(laptop, by: phone)
        let thief = try TestDevice("thief", hasPresence: false)
        let successor = try TestDevice("words", slot: words.record.slot, hasPresence: false)
        // A change that a device could object to, and one of the recovery key.
        try account.append(account.entry(.add(thief.record), by: recovery, newcomer: thief))
        let pending = try #require(account.log.pending.first).entry.hash
        let other = try TestDevice("other")
        let actions: [(LogAction, TestDevice?)] = [
            (.add(other.record), other),
            (.revoke(phone.id, reason: .lost, lastCounter: 0), nil),
            (
                .replace(words.id, reason: .replaced, lastCounter: 0, by: successor.record),
                successor
            ),
            (.setRecovery(nil), nil), (.veto(pending), nil), (.confirm(pending), nil),
            (
                .checkpoint(
                    lineage: words.record.slot, generation: .max >> 1,
                    manifest: account.log.head.hash), nil
            ),
        ]
        for (action, newcomer) in actions {
            let entry = try account.entry(action, by: words, newcomer: newcomer)
            #expect(reason { try account.append(entry) } == .notPermitted, "\(action)")
        }
        try account.append(
            account.entry(.revoke(words.id, reason: .retired, lastCounter: 0), by: words))
        #expect(account.log.facts.recoveryRecipient == nil)
    }

    @Test(
        "It is no other device: it keeps nobody from being the last one, and nothing waits for it")
    mutating func noDevice() throws {
        // A device that is alone beside it need not wait to set a recovery key where there is none.
        let only = try TestDevice("only")
        var other = try TestAccount(only)
        try other.add(try TestDevice(recipient: "words"), by: only)
        try other.append(
            other.entry(.setRecovery(recovery.publicKey), by: only, presence: false))
        #expect(other.log.pending.isEmpty)
        try account.add(laptop, by: phone)
        let last = try account.entry(.revoke(phone.id, reason: .lost, lastCounter: 0), by: laptop)
        #expect(reason { try account.append(last) } == .notPermitted)
        // It is put out by any device with a key for its person, though that has no other beside it.
        try account.append(
            account.entry(.revoke(words.id, reason: .retired, lastCounter: 0), by: phone))
        #expect(account.log.facts.recoveryRecipient == nil)
    }

    @Test("One at a time, in a place of its own, and never an account's beginning")
    mutating func places() throws {
        let second = try TestDevice(recipient: "more words")
        let entry = try account.entry(.add(second.record), by: phone, newcomer: second)
        #expect(reason { try account.append(entry) } == .tooMany)
        #expect(reason { _ = try TestAccount(words) } == .notPermitted)
        let heir = try TestDevice("heir", slot: words.record.slot)
        let taken = try account.entry(
            .replace(words.id, reason: .lost, lastCounter: 0, by: heir.record), by: phone,
            newcomer: heir)
        #expect(reason { try account.append(taken) } == .notPermitted)
        let merged = try account.entry(
            .merge(other: account.log.head, survivors: [words.record]), by: recovery)
        #expect(reason { try account.append(merged) } == .notPermitted)
        try account.append(
            account.entry(.revoke(words.id, reason: .retired, lastCounter: 0), by: phone))
        try account.append(entryAgain(second))
        #expect(account.log.facts.recoveryRecipient == second.record)
    }

    private func entryAgain(_ device: TestDevice) throws -> SignedLogEntry {
        try account.entry(.add(device.record), by: phone, newcomer: device)
    }

    @Test("A record that is half a phrase's, or has a key for a person, is none")
    func record() throws {
        let random = SystemRandom()
        let keys = try (0..<3).map { _ in try P256PrivateKey(random: random).publicKey }
        let grades: [(GradeCode, GradeCode, P256PublicKey?)] = [
            (.recoveryPhrase, .software, nil), (.software, .recoveryPhrase, nil),
            (.recoveryPhrase, .recoveryPhrase, keys[2]),
        ]
        for (signing, agreement, presence) in grades {
            let error = #expect(throws: WireError.self) {
                try DeviceRecord(
                    slot: phone.record.slot, name: "words", signingKey: keys[0],
                    signingGrade: signing, agreementKey: keys[1], agreementGrade: agreement,
                    presenceKey: presence)
            }
            #expect(error?.reason == .invalidValue)
        }
    }
}
