import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastE2EE

/// Ada's log has two branches, and what Bob's device makes of their end.
@Suite("Forks of contacts' logs")
struct ContactForkTests {
    private let phone: ContactDevice
    private let laptop: ContactDevice
    private let recovery: P256PrivateKey
    /// The branch that goes on.
    private var main: ContactAccount
    /// The branch that ends.
    private var other: ContactAccount
    private let start: DeviceLog

    init() throws {
        phone = try ContactDevice("phone")
        laptop = try ContactDevice("laptop")
        recovery = try P256PrivateKey(random: SystemRandom())
        main = try ContactAccount(phone, recovery: recovery)
        other = main
        start = main.log
        try main.add(laptop, by: phone)
        try other.add(ContactDevice("another"), by: phone)
        try other.add(ContactDevice("a third"), by: phone)
    }

    /// Ada ends the fork by her phrase, and her phone says that it is right.
    private mutating func end(_ place: LogHead? = nil) throws {
        try main.merge(place ?? other.log.head, [phone, laptop], by: recovery)
        try main.settle(by: phone)
    }

    @Test("Who pinned the branch that ends goes on with the other one once the merge has settled")
    mutating func follows() throws {
        var pin = ContactPin(firstContact: other.log)
        pin.standing = .verified
        try main.merge(other.log.head, [phone, laptop], by: recovery)
        var waiting = pin
        #expect(waiting.take(main.log) == .forked(at: 2))
        #expect(!waiting.maySend && waiting.head == other.log.head)
        try main.settle(by: phone)
        #expect(waiting.take(main.log) == .merged(from: other.log.head, to: main.log.head))
        #expect(waiting.maySend && waiting.head == main.log.head)
        #expect(pin.take(main.log) == .merged(from: other.log.head, to: main.log.head))
        // What was verified was a place on the branch that ended.
        #expect(pin.standing == .verifiedNumbers)
        // The server shows the branch that ended once more.
        #expect(pin.take(other.log) == .olderLog(other.log.head))
        #expect(pin.head == main.log.head)
    }

    @Test("Who saw both branches sends again, and keeps what was verified on the one that goes on")
    mutating func releases() throws {
        var pin = ContactPin(firstContact: main.log)
        pin.standing = .verified
        #expect(pin.take(other.log) == .forked(at: 1))
        try end()
        // The merge names the end of the other branch, and this pin has seen an earlier place.
        var blind = pin
        #expect(blind.take(main.log) == .grew(from: pin.head, to: main.log.head))
        #expect(!blind.maySend)
        let known = pin.head
        #expect(
            pin.take(main.log, endingForkOf: other.log) == .merged(from: known, to: main.log.head))
        #expect(pin.maySend && pin.standing == .verified)
        #expect(try ContactPin(pin.bytes) == pin)
    }

    @Test("P7: a merge that is vetoed, or is of another fork, sends nothing")
    mutating func notFollowed() throws {
        var pin = ContactPin(firstContact: main.log)
        _ = pin.take(other.log)
        var vetoed = main
        try vetoed.merge(other.log.head, [phone], by: recovery)
        try vetoed.settle(by: laptop, isRight: false)
        var copy = pin
        _ = copy.take(vetoed.log, endingForkOf: other.log)
        #expect(!copy.maySend)
        // A third branch, which nothing ends.
        var third = ContactAccount(start)
        try third.add(ContactDevice("mallory"), by: phone)
        _ = pin.take(third.log)
        try end()
        #expect(pin.otherBranches.count == 2)
        _ = pin.take(main.log, endingForkOf: other.log)
        #expect(!pin.maySend)
        #expect(try ContactPin(pin.bytes) == pin)
        _ = pin.take(main.log, endingForkOf: third.log)
        #expect(!pin.maySend)
    }

    @Test("A branch of another account, or one that ends before the merge, proves nothing")
    mutating func wrongBranch() throws {
        var pin = ContactPin(firstContact: main.log)
        _ = pin.take(other.log)
        try end()
        let stranger = try ContactAccount(ContactDevice("mallory")).log
        for branch in [stranger, start, main.log] {
            var copy = pin
            _ = copy.take(main.log, endingForkOf: branch)
            #expect(!copy.maySend)
        }
    }

    @Test("A fork of the own account that a merge has ended no longer stops a scan")
    mutating func ownFork() throws {
        let ada = try ContactAccount(ContactDevice("ada"))
        var pin = ContactPin(firstContact: ada.log)
        let scan = ContactScan(
            shower: .init(account: ada.log.account, head: ada.log.head),
            scanner: .init(account: other.log.account, head: other.log.head))
        #expect(pin.confirm(scan, own: main.log, contact: ada.log) == .unknownPlace(.own))
        try main.add(ContactDevice("tablet"), by: phone)
        #expect(pin.confirm(scan, own: main.log, contact: ada.log) == .forked(.own))
        #expect(!pin.maySend)
        try end()
        let newer = ContactScan(
            shower: scan.shower,
            scanner: .init(account: main.log.account, head: main.log.head))
        #expect(pin.confirm(newer, own: main.log, contact: ada.log) == .matches)
        #expect(pin.maySend && pin.standing == .verified)
    }

    @Test("More branches than are remembered are not forgotten: nothing ends that fork")
    mutating func tooMany() throws {
        var pin = ContactPin(firstContact: main.log)
        for index in 0..<(ContactPin.branchLimit + 2) {
            var branch = ContactAccount(start)
            try branch.add(ContactDevice("\(index)"), by: phone)
            _ = pin.take(branch.log)
        }
        #expect(pin.otherBranches.count == ContactPin.branchLimit)
        #expect(try ContactPin(pin.bytes) == pin)
        try end()
        _ = pin.take(main.log, endingForkOf: other.log)
        #expect(!pin.maySend)
    }
}
