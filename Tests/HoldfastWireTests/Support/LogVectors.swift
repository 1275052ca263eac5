import HoldfastCrypto
import HoldfastWire

/// Makes the logs of the vectors, with new keys each time.
enum LogVectors {
    static func make() throws -> [LogVectorTests.Vector] {
        try (refused() + damaged() + valid()).map { name, entries in
            LogVectorTests.judge(entries.map(Hex.text), named: name)
        }
    }

    /// The parties of one account: a phone, a laptop, a phrase.
    private struct Cast {
        let phone: TestDevice
        let laptop: TestDevice
        let other: TestDevice
        let recovery: P256PrivateKey
        var account: TestAccount

        init() throws {
            phone = try TestDevice("phone")
            laptop = try TestDevice("laptop")
            other = try TestDevice("other", hasPresence: false)
            recovery = try P256PrivateKey(random: SystemRandom())
            account = try TestAccount(phone, recovery: recovery)
            try account.add(laptop, by: phone)
        }

        var bytes: [[UInt8]] { account.entries.map(\.bytes) }

        func with(_ entry: SignedLogEntry) -> [[UInt8]] { bytes + [entry.bytes] }
    }

    private static func valid() throws -> [(String, [[UInt8]])] {
        var all: [(String, [[UInt8]])] = []
        var cast = try Cast()
        all.append(("two devices", cast.bytes))
        let successor = try TestDevice("phone", slot: cast.phone.record.slot)
        try cast.account.append(
            cast.account.entry(
                .replace(cast.phone.id, reason: .lost, lastCounter: 0, by: successor.record),
                by: cast.recovery, newcomer: successor))
        all.append(("replaced by the phrase, waiting", cast.bytes))
        let change = cast.account.log.head.hash
        let confirmed = try cast.account.entry(.confirm(change), by: cast.laptop, presence: false)
        all.append(("replaced by the phrase, confirmed", cast.with(confirmed)))
        let vetoed = try cast.account.entry(.veto(change), by: cast.phone, presence: false)
        all.append(("replaced by the phrase, vetoed", cast.with(vetoed)))
        cast = try Cast()
        let told = try cast.account.entry(
            .checkpoint(lineage: cast.phone.record.slot, generation: 1, manifest: .none),
            by: cast.laptop, presence: false)
        all.append(("checkpoint", cast.with(told)))
        let key = try cast.account.entry(
            .setRecovery(nil), by: cast.phone, presence: false, recovery: cast.recovery)
        all.append(("recovery key removed with its own signature", cast.with(key)))
        let retired = try cast.account.entry(
            .revoke(cast.laptop.id, reason: .retired, lastCounter: 2), by: cast.laptop,
            presence: false)
        all.append(("a device leaves", cast.with(retired)))
        let merged = try cast.account.entry(
            .merge(
                other: cast.account.log.head,
                survivors: [cast.phone.record, cast.other.record].sorted { $0.id < $1.id }),
            by: cast.recovery)
        all.append(("merge", cast.with(merged)))
        return all
    }

    private static func refused() throws -> [(String, [[UInt8]])] {
        let cast = try Cast()
        let account = cast.account
        let add = try account.entry(.add(cast.other.record), by: cast.phone, newcomer: cast.other)
        let twin = SignedLogEntry(
            add.entry, signature: try add.signature.highTwin(), witnesses: add.witnesses)
        let stranger = try TestAccount(try TestDevice("stranger"))
        return [
            ("high s", cast.with(twin)),
            (
                "no consent",
                cast.with(try account.entry(.add(cast.other.record), by: cast.phone))
            ),
            (
                "no presence",
                cast.with(
                    try account.entry(
                        .add(cast.other.record), by: cast.phone, newcomer: cast.other,
                        presence: false))
            ),
            (
                "author unknown",
                cast.with(
                    try account.entry(
                        .add(cast.other.record), by: cast.other, newcomer: cast.other))
            ),
            (
                "the last other device revoked",
                cast.with(
                    try account.entry(
                        .revoke(cast.phone.id, reason: .lost, lastCounter: 0), by: cast.laptop))
            ),
            (
                "device there already",
                cast.with(
                    try account.entry(
                        .add(cast.laptop.record), by: cast.phone, newcomer: cast.laptop))
            ),
            (
                "nothing to veto",
                cast.with(
                    try account.entry(.veto(.none), by: cast.phone, presence: false))
            ),
            ("entry left out", [cast.bytes[0], add.bytes]),
            ("entry twice", cast.bytes + [cast.bytes[1]]),
            ("other account's first entry", [stranger.entries[0].bytes, cast.bytes[1]]),
            ("signatures swapped", cast.with(swapped(add, account.entries[1]))),
        ]
    }

    private static func swapped(
        _ entry: SignedLogEntry, _ other: SignedLogEntry
    ) -> SignedLogEntry {
        SignedLogEntry(entry.entry, signature: other.signature, witnesses: other.witnesses)
    }

    private static func damaged() throws -> [(String, [[UInt8]])] {
        let cast = try Cast()
        let entry = cast.bytes[1]
        // Behind the length of two bytes stands the version.
        var newer = entry
        newer[3] = 2
        var longLength = entry
        longLength.replaceSubrange(0..<2, with: [0x80, 0, entry[0] & 0x3f, entry[1]])
        var offCurve = entry
        offCurve[entry.count - 140] ^= 1
        return [
            ("cut", [cast.bytes[0], Array(entry.dropLast())]),
            ("longer", [cast.bytes[0], entry + [0]]),
            ("later version", [cast.bytes[0], newer]),
            ("length in four bytes", [cast.bytes[0], longLength]),
            ("a bit changed", [cast.bytes[0], offCurve]),
        ]
    }
}
