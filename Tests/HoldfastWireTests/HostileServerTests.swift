import HoldfastCrypto
import HoldfastWire
import Testing

/// A server that has the true entries and every freedom with them.
@Suite("A server that lies about a device log")
struct HostileServerTests {
    let phone: TestDevice
    let account: TestAccount
    let entries: [SignedLogEntry]

    init() throws {
        phone = try TestDevice("phone")
        var account = try TestAccount(phone)
        for number in 0..<6 {
            try account.add(try TestDevice("device \(number)"), by: phone)
            let told = LogAction.checkpoint(
                lineage: phone.record.slot, generation: UInt64(number + 1), manifest: .none)
            try account.append(account.entry(told, by: phone, presence: false))
        }
        self.account = account
        entries = account.entries
    }

    private func verify(_ entries: [SignedLogEntry]) -> (log: DeviceLog?, LogError.Reason?) {
        guard let first = entries.first else { return (nil, .wrongSequence) }
        var log: DeviceLog?
        let reason = reason {
            log = try DeviceLog(genesis: first, of: account.log.account)
            try log?.append(contentsOf: Array(entries.dropFirst()))
        }
        return (log, reason)
    }

    @Test("The true log verifies, from the first entry and from bytes")
    func truth() throws {
        let read = try entries.map { try SignedLogEntry($0.bytes) }
        let (log, reason) = verify(read)
        #expect(reason == nil)
        #expect(log?.head == account.log.head)
        #expect(log?.facts == account.log.facts)
    }

    @Test("An entry that is left out, put in twice or moved is noticed")
    func order() {
        for index in entries.indices.dropLast() {
            var missing = entries
            missing.remove(at: index)
            #expect(verify(missing).1 != nil, "without \(index)")
            var doubled = entries
            doubled.insert(entries[index], at: index + 1)
            #expect(verify(doubled).1 == .wrongSequence || index == 0, "twice \(index)")
            #expect(verify(doubled).1 != nil, "twice \(index)")
            var swapped = entries
            swapped.swapAt(index, index + 1)
            #expect(verify(swapped).1 != nil, "moved \(index)")
        }
    }

    @Test("A log that is cut is older, and never another one")
    func cut() throws {
        for count in 1..<entries.count {
            let (log, reason) = verify(Array(entries.prefix(count)))
            #expect(reason == nil)
            #expect(log?.relation(to: account.log.head) == .newer)
            let head = try #require(log?.head)
            #expect(account.log.relation(to: head) == .older)
        }
        #expect(account.log.relation(to: account.log.head) == .same)
    }

    @Test("Two entries at one place are a fork, whoever is asked")
    func fork() throws {
        var branch = try TestAccount(phone)
        branch.log = try DeviceLog(genesis: entries[0])
        try branch.log.append(contentsOf: Array(entries[1..<5]))
        let other = try TestDevice("other")
        try branch.add(other, by: phone)
        #expect(account.log.relation(to: branch.log.head) == .forked)
        let joined =
            Array(entries[..<6]) + [
                try branch.entry(
                    .checkpoint(lineage: phone.record.slot, generation: 99, manifest: .none),
                    by: phone, presence: false)
            ]
        #expect(verify(joined).1 == .fork)
    }

    @Test("Another account's log, and another's first entry, are not this account's")
    func otherAccount() throws {
        let stranger = try TestAccount(try TestDevice("stranger"))
        #expect(verify(stranger.entries).1 == .otherAccount)
        #expect(verify(stranger.entries + entries.dropFirst()).1 == .otherAccount)
        let log = stranger.log
        var joined = log
        #expect(reason { try joined.append(entries[1]) } == .otherAccount)
        #expect(joined.head == log.head)
    }

    @Test("A signature of another entry, of another purpose or with a high s is none")
    func signatures() throws {
        for index in entries.indices.dropFirst() {
            let (entry, other) = (entries[index], entries[index - 1])
            let moved = SignedLogEntry(
                entry.entry, signature: other.signature, witnesses: entry.witnesses)
            #expect(verify(Array(entries[..<index]) + [moved]).1 == .badSignature)
        }
        let entry = entries[2].entry
        let purpose = SignedLogEntry(
            entry, signature: try phone.signing.sign(entry, .logApproval))
        #expect(verify(Array(entries[..<2]) + [purpose]).1 == .badSignature)
        let low = entries[2].signature
        let twin = SignedLogEntry(entry, signature: try low.highTwin())
        #expect(twin.hash == entries[2].hash)
        #expect(verify(Array(entries[..<2]) + [twin]).1 == .badSignature)
    }

    @Test("No byte of an entry can be changed without being noticed")
    func bytes() throws {
        let place = 1
        let true_ = entries[place].bytes
        for index in true_.indices {
            var flipped = true_
            flipped[index] ^= 1
            guard let read = try? SignedLogEntry(flipped) else { continue }
            let reason = verify(Array(entries[..<place]) + [read]).1
            #expect(reason != nil, "byte \(index)")
        }
    }
}

extension P256Signature {
    /// The other signature of the same message, with n - s for s.
    func highTwin() throws -> P256Signature {
        // n of P-256, FIPS 186-5 and SP 800-186, section 3.2.1.3.
        let order: [UInt8] = [
            0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
            0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63,
            0x25, 0x51,
        ]
        var (difference, borrow) = ([UInt8](repeating: 0, count: 32), 0)
        for index in (0..<32).reversed() {
            let value = Int(order[index]) - Int(bytes[32 + index]) - borrow
            difference[index] = UInt8(truncatingIfNeeded: value)
            borrow = value < 0 ? 1 : 0
        }
        return try P256Signature(Array(bytes[..<32]) + difference)
    }
}
