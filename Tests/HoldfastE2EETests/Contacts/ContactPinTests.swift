import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire
import Testing

/// Ada's devices, and what Bob's device remembers of her.
@Suite("Pins of contacts")
struct ContactPinTests {
    private let phone: ContactDevice
    private let laptop: ContactDevice
    private let tablet: ContactDevice
    private let recovery: P256PrivateKey
    private var ada: ContactAccount
    private let bob: ContactAccount

    init() throws {
        phone = try ContactDevice("phone")
        laptop = try ContactDevice("laptop")
        tablet = try ContactDevice("tablet")
        recovery = try P256PrivateKey(random: SystemRandom())
        ada = try ContactAccount(phone, recovery: recovery)
        bob = try ContactAccount(ContactDevice("bob"))
    }

    private func number(_ account: ContactAccount) -> SafetyNumber {
        SafetyNumber(own: bob.log.account, contact: account.log.account)
    }

    /// What Ada's phone shows Bob.
    private func scan(_ account: ContactAccount, for head: LogHead? = nil) -> ContactScan {
        ContactScan(
            shower: .init(account: account.log.account, head: account.log.head),
            scanner: .init(account: bob.log.account, head: head ?? bob.log.head))
    }

    @Test("News signed inside the account changes neither number nor standing")
    mutating func grows() throws {
        var pin = ContactPin(firstContact: ada.log)
        #expect(pin.standing == .unverified && pin.maySend)
        let first = ada.log.head
        #expect(pin.take(ada.log) == nil)
        try ada.add(laptop, by: phone)
        let old = ada.log
        #expect(pin.take(ada.log) == .grew(from: first, to: ada.log.head))
        try ada.add(tablet, by: laptop)
        try ada.revoke(phone, by: laptop)
        #expect(pin.take(ada.log) == .grew(from: old.head, to: ada.log.head))
        #expect(pin.take(old) == .olderLog(old.head))
        #expect(pin.head == ada.log.head && pin.maySend)
    }

    @Test("Numbers verify the first entry; a place that a device has named verifies the log")
    mutating func numbers() throws {
        try ada.add(laptop, by: phone)
        var pin = ContactPin(firstContact: ada.log)
        let stranger = try ContactAccount(ContactDevice("mallory"))
        #expect(pin.confirm(number(stranger), own: bob.log.account) == false)
        #expect(pin.standing == .unverified)
        #expect(pin.confirm(number(ada), own: bob.log.account) == true)
        #expect(pin.standing == .verifiedNumbers)
        try ada.add(tablet, by: laptop)
        try ada.revoke(phone, by: laptop)
        // A device that is out of the account names nothing any more.
        _ = pin.take(named: ada.log.head, by: phone.record.id, in: ada.log)
        #expect(pin.standing == .verifiedNumbers)
        _ = pin.take(named: ada.log.head, by: laptop.record.id, in: ada.log)
        #expect(pin.standing == .verified)
        #expect(pin.confirm(number(ada), own: bob.log.account) == true)
        #expect(pin.standing == .verified)
    }

    @Test("A named place that the server's log does not have yet verifies nothing")
    mutating func namedAhead() throws {
        let old = ada.log
        try ada.add(laptop, by: phone)
        var pin = ContactPin(firstContact: old)
        #expect(pin.confirm(number(ada), own: bob.log.account) == true)
        #expect(pin.take(named: ada.log.head, by: phone.record.id, in: old) == nil)
        #expect(pin.standing == .verifiedNumbers)
    }

    @Test("P7: after a chain break a verified contact is so no longer, and nothing is sent")
    mutating func chainBreak() throws {
        var pin = ContactPin(firstContact: ada.log)
        #expect(pin.confirm(scan(ada), own: bob.log, contact: ada.log) == .matches)
        #expect(pin.standing == .verified)
        let new = try ContactAccount(laptop)
        #expect(pin.take(new.log) == .chainBroken(new.log.account))
        #expect(pin.standing == .noLongerVerified && !pin.maySend && pin.hold == .chainBreak)
        #expect(!pin.standing.isVerified)
        // Comparing the numbers while sending is held accepts nothing.
        #expect(pin.confirm(number(new), own: bob.log.account) == false)
        #expect(pin.acceptNewAccount() == true)
        #expect(pin.maySend && pin.standing == .noLongerVerified)
        #expect(pin.acceptNewAccount() == false)
        #expect(pin.confirm(number(new), own: bob.log.account) == true)
        #expect(pin.standing == .verifiedNumbers)
    }

    @Test("A contact who never was verified only stops; a scan accepts the new account")
    mutating func chainBreakUnverified() throws {
        var pin = ContactPin(firstContact: ada.log)
        let new = try ContactAccount(laptop)
        _ = pin.take(new.log)
        #expect(pin.standing == .unverified && !pin.maySend)
        #expect(pin.confirm(scan(new), own: bob.log, contact: new.log) == .matches)
        #expect(pin.standing == .verified && pin.maySend)
    }

    @Test("P7: a fork stops sending, and no person's word heals it")
    mutating func fork() throws {
        var other = ada
        try ada.add(laptop, by: phone)
        try other.add(ContactDevice("another"), by: phone)
        var pin = ContactPin(firstContact: ada.log)
        #expect(pin.take(other.log) == .forked(at: 1))
        #expect(!pin.maySend && pin.head == ada.log.head)
        #expect(pin.acceptNewAccount() == false)
        #expect(pin.confirm(scan(ada), own: bob.log, contact: ada.log) == .forked(.contact))
        #expect(pin.confirm(number(ada), own: bob.log.account) == false)
        #expect(pin.standing == .unverified && !pin.maySend)
    }

    @Test("P7: a log forged by the thief of a revoked first device is never verified by its number")
    mutating func forgedByFirstDevice() throws {
        // The true history: the phone is lost and put out by the laptop.
        let early = ada
        try ada.add(laptop, by: phone)
        try ada.add(tablet, by: laptop)
        try ada.revoke(phone, by: laptop)
        for extra in 0..<5 {
            // The thief's: as long as the server likes.
            var forged = early
            for index in 0..<extra { try forged.add(ContactDevice("thief \(index)"), by: phone) }
            var pin = ContactPin(firstContact: forged.log)
            #expect(pin.confirm(number(forged), own: bob.log.account) == true)
            #expect(pin.standing == .verifiedNumbers, "the digits prove the first entry, no more")
            let outcome = pin.confirm(scan(ada), own: bob.log, contact: forged.log)
            #expect(outcome == (extra < 3 ? .unknownPlace(.contact) : .forked(.contact)))
            #expect(pin.standing != .verified)
            #expect(pin.maySend == (extra < 3))
            // The true log, once it is there: news for who pinned the first entry, else a fork.
            let event = pin.take(ada.log)
            switch extra {
            case 0: #expect(event == .grew(from: early.log.head, to: ada.log.head))
            case 4: #expect(event == .olderLog(ada.log.head))
            default: #expect(event == .forked(at: UInt64(extra)))
            }
        }
    }

    @Test("A scan compares both logs, and accepts an older place of either")
    mutating func scans() throws {
        try ada.add(laptop, by: phone)
        let old = scan(ada)
        try ada.add(tablet, by: laptop)
        try ada.revoke(phone, by: laptop)
        var pin = ContactPin(firstContact: ada.log)
        #expect(pin.confirm(old, own: bob.log, contact: ada.log) == .matches)
        let beyond = LogHead(sequence: 9, hash: ada.log.head.hash)
        var fresh = ContactPin(firstContact: ada.log)
        #expect(
            fresh.confirm(scan(ada, for: beyond), own: bob.log, contact: ada.log)
                == .unknownPlace(.own))
        let wrong = LogHead(sequence: 0, hash: ada.log.head.hash)
        #expect(
            fresh.confirm(scan(ada, for: wrong), own: bob.log, contact: ada.log) == .forked(.own))
        #expect(fresh.standing == .unverified)
        let stranger = try ContactAccount(ContactDevice("mallory"))
        #expect(fresh.confirm(scan(stranger), own: bob.log, contact: ada.log) == .otherAccount)
        let forOther = ContactScan(
            shower: .init(account: ada.log.account, head: ada.log.head),
            scanner: .init(account: stranger.log.account, head: stranger.log.head))
        #expect(fresh.confirm(forOther, own: bob.log, contact: ada.log) == .otherAccount)
    }

    @Test("What the phrase did is shown as pending until the devices have had their time")
    mutating func pendingRecovery() throws {
        try ada.add(laptop, by: recovery)
        let pin = ContactPin(firstContact: ada.log)
        #expect(pin.isRecoveryPending && pin.maySend)
    }

    @Test("Pins and codes are read back as they were, and nothing else is read")
    mutating func codec() throws {
        var pin = ContactPin(firstContact: ada.log)
        _ = pin.confirm(number(ada), own: bob.log.account)
        _ = pin.take(try ContactAccount(laptop).log)
        #expect(try ContactPin(pin.bytes) == pin)
        let code = scan(ada)
        #expect(code.bytes.count == ContactScan.byteCount)
        #expect(try ContactScan(code.bytes) == code)
        for bytes in [pin.bytes, code.bytes] {
            for count in 0..<bytes.count {
                #expect(throws: WireError.self) { try ContactPin(Array(bytes.prefix(count))) }
                #expect(throws: WireError.self) { try ContactScan(Array(bytes.prefix(count))) }
            }
            #expect(throws: WireError.self) { try ContactPin(bytes + [0]) }
            #expect(throws: WireError.self) { try ContactScan(bytes + [0]) }
        }
        var newer = code.bytes
        newer[4] = 2
        #expect(throws: WireError(.newerVersion, in: "version")) { try ContactScan(newer) }
        for (offset, value) in [(77, 9), (78, 9), (79, 2), (80, 1)] as [(Int, UInt8)] {
            var bad = pin.bytes
            bad[offset] = value
            #expect(throws: WireError.self) { try ContactPin(bad) }
        }
    }
}
