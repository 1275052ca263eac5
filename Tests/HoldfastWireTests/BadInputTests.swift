import HoldfastCrypto
import HoldfastWire
import Testing

/// What a server or a thief can put into a log.
@Suite("Bad input in a device log")
struct BadInputTests {
    @Test(
        "A key that is infinity, off the curve, compressed or beyond the field is no device's",
        arguments: ["infinity", "off the curve", "compressed", "hybrid", "beyond the field"])
    func points(kind: String) throws {
        let device = try TestDevice("phone")
        let good = device.record.signingKey.bytes
        let bad: [UInt8]
        switch kind {
        case "infinity": bad = [UInt8](repeating: 0, count: good.count)
        case "off the curve": bad = good.dropLast() + [good[good.count - 1] ^ 1]
        case "compressed": bad = [2] + good[1...32] + [UInt8](repeating: 0, count: 32)
        case "hybrid": bad = [6 | good[64] & 1] + good[1...]
        default: bad = [4] + [UInt8](repeating: 0xff, count: 64)
        }
        #expect(try DeviceRecord(device.record.bytes) == device.record)
        // Signing, agreement and presence key, wherever they stand in the record.
        for key in [
            device.record.signingKey, device.record.agreementKey,
            try #require(device.record.presenceKey),
        ] {
            let bytes = try Self.replacing(key.bytes, by: bad, in: device.record.bytes)
            #expect(throws: WireError.self) { try DeviceRecord(bytes) }
        }
    }

    @Test("A device that was put out signs nothing more, however good its signature is")
    func revoked() throws {
        let (phone, laptop, thief) = (
            try TestDevice("phone"), try TestDevice("laptop"), try TestDevice("mine")
        )
        var account = try TestAccount(phone)
        try account.add(laptop, by: phone)
        try account.add(try TestDevice("tablet"), by: phone)
        try account.append(
            account.entry(.revoke(laptop.id, reason: .lost, lastCounter: 0), by: phone))
        let before = account.log.facts
        for entry in [
            try account.entry(.add(thief.record), by: laptop, newcomer: thief),
            try account.entry(.revoke(phone.id, reason: .lost, lastCounter: 0), by: laptop),
            try account.entry(
                .checkpoint(
                    lineage: laptop.record.slot, generation: 1, manifest: account.log.head.hash),
                by: laptop, presence: false),
            try account.entry(.setRecovery(nil), by: laptop, presence: false),
        ] {
            #expect(reason { try account.append(entry) } == .unknownAuthor)
        }
        #expect(account.log.facts == before)
    }

    @Test("A second entry at a place and another account's first entry are told apart")
    func places() throws {
        let phone = try TestDevice("phone")
        var account = try TestAccount(phone)
        let twin = account
        try account.add(try TestDevice("laptop"), by: phone)
        let device = try TestDevice("tablet")
        let second = try twin.entry(.add(device.record), by: phone, newcomer: device)
        #expect(reason { try account.append(second) } == .wrongSequence)
        let stranger = try TestAccount(try TestDevice("mallory"))
        #expect(reason { try account.append(stranger.entries[0]) } == .otherAccount)
        #expect(
            reason {
                _ = try DeviceLog(genesis: stranger.entries[0], of: account.log.account)
            } == .otherAccount)
    }

    @Test("Nothing is ordered by a clock: 1970, 2038 and the ends of time follow each other")
    func clocks() throws {
        let phone = try TestDevice("phone")
        var account = try TestAccount(phone)
        for (index, time) in [0, 2_147_483_648, -1, Int64.max, Int64.min, 1_800_000_000]
            .enumerated()
        {
            account.time = time
            try account.add(try TestDevice("device \(index)"), by: phone)
        }
        #expect(account.log.head.sequence == 6)
        var log = try DeviceLog(
            genesis: SignedLogEntry(account.entries[0].bytes), of: account.log.account)
        try log.append(
            contentsOf: account.entries.dropFirst().map { try SignedLogEntry($0.bytes) })
        #expect(log.facts == account.log.facts)
    }

    private static func replacing(
        _ old: [UInt8], by new: [UInt8], in bytes: [UInt8]
    ) throws -> [UInt8] {
        let start = try #require(
            bytes.indices.first { bytes[$0...].starts(with: old) })
        return bytes[..<start] + new + bytes[(start + old.count)...]
    }
}
