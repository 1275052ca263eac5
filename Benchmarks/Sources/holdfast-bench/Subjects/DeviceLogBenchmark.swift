import HoldfastCrypto
import HoldfastWire

/// What verifying an account's device log costs.
enum DeviceLogBenchmark {
    static let all = [
        Benchmark(
            id: "log-verify",
            what: "Verifying a device log of 1,000 entries ÷ 1,000 ECDSA verifications by"
                + " `openssl speed` with P-256",
            unit: .milliseconds, bar: 1.3
        ) { _ in
            let account = try WrittenLog(count: entryCount)
            return try besideOpenSSL(operations: Double(entryCount)) {
                _ = try account.verified()
            }
        },
        Benchmark(
            id: "log-append",
            what: "Verifying one more entry behind 1,000 ÷ one such ECDSA verification",
            unit: .microseconds, bar: 1.3
        ) { _ in
            let account = try WrittenLog(count: 2 * entryCount)
            let known = try account.verified(upTo: entryCount)
            return try besideOpenSSL(operations: 1, in: Double(entryCount)) {
                var log = known
                try log.append(contentsOf: Array(account.entries.dropFirst(entryCount)))
            }
        },
    ]

    private static let entryCount = 1_000

    /// Lets a run of ours and `openssl speed` work in turns, and compares processor time.
    ///
    /// - Parameters:
    ///   - operations: how many verifications the peer is charged for.
    ///   - parts: by how many the time of a run is divided.
    ///   - run: our side.
    /// - Returns: the samples of nine rounds.
    /// - Throws: what the run throws, or ``BenchFailure`` if `openssl speed` gives no figure.
    private static func besideOpenSSL(
        operations: Double, in parts: Double = 1, _ run: () throws -> Void
    ) throws -> Comparison {
        var comparison = Comparison()
        for round in -1..<9 {
            try Interruption.check()
            let time = try ProcessorTime.secondsPerOperation(5, run) / parts
            let peer = try BareP256.secondsPerVerification() * operations
            if round >= 0 { comparison.add(ours: time, peer: peer) }
        }
        return comparison
    }
}

/// A log of one device that tells of its backups.
private struct WrittenLog {
    private(set) var entries: [SignedLogEntry] = []

    init(count: Int) throws {
        let random = SystemRandom()
        let key = try P256PrivateKey(random: random)
        guard let slot = SlotID(try random.bytes(SlotID.byteCount)) else {
            throw BenchFailure("too few random bytes")
        }
        let device = try DeviceRecord(
            slot: slot, name: "device", signingKey: key.publicKey, signingGrade: .software,
            agreementKey: P256PrivateKey(random: random).publicKey, agreementGrade: .software,
            presenceKey: nil)
        let genesis = LogEntry(genesis: device, recovery: nil, created: 1_800_000_000)
        try add(genesis, signedBy: key)
        let account = AccountID(genesis: entries[0].hash)
        for number in 1..<UInt64(count) {
            let previous = LogHead(sequence: number - 1, hash: entries[entries.count - 1].hash)
            try add(
                LogEntry(
                    after: previous, of: account, created: 1_800_000_000,
                    author: .device(device.id),
                    action: .checkpoint(
                        lineage: slot, generation: number, manifest: previous.hash)),
                signedBy: key)
        }
    }

    func verified(upTo count: Int = .max) throws -> DeviceLog {
        var log = try DeviceLog(genesis: entries[0])
        try log.append(contentsOf: Array(entries.prefix(count).dropFirst()))
        return log
    }

    private mutating func add(_ entry: LogEntry, signedBy key: P256PrivateKey) throws {
        let message = SignaturePurpose.logEntry.message(for: entry.bytes)
        entries.append(SignedLogEntry(entry, signature: try key.signature(for: message).withLowS))
    }
}
