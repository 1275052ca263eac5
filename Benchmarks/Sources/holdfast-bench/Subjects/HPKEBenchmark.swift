import HoldfastCrypto

/// What sealing for one more device costs, and opening.
enum HPKEBenchmark {
    static let all = [
        Benchmark(
            id: "seal-per-device",
            what:
                "HPKE seal of 32 bytes ÷ libcrypto's P-256 key generation and `openssl speed`'s ECDH",
            unit: .microseconds, bar: 1.5
        ) { _ in
            let wrap = try Wrap()
            return try .besideOpenSSL(
                ours: { _ = try wrap.seal() },
                peer: { ecdh in
                    try ProcessorTime.secondsPerOperation(batch) { try BareP256.makeKey() } + ecdh
                })
        },
        Benchmark(
            id: "open-vs-ecdh",
            what: "HPKE open of 32 bytes ÷ `openssl speed`'s ECDH with P-256",
            unit: .microseconds, bar: 1.6
        ) { _ in
            let wrap = try Wrap()
            let sealed = try wrap.seal()
            return try .besideOpenSSL(ours: { try wrap.open(sealed) }, peer: { $0 })
        },
    ]

    /// Operations of ours in a round; `openssl speed` works for a second.
    fileprivate static let batch = 5_000
}

/// A content key for one device.
private struct Wrap {
    private let key: P256PrivateKey
    private let contentKey: SecretBytes
    private let info = [UInt8](repeating: 1, count: 100)

    init() throws {
        key = try P256PrivateKey(random: SystemRandom())
        contentKey = try SystemRandom().secret(32)
    }

    func seal() throws -> [UInt8] {
        try HPKE.seal(
            contentKey, to: key.publicKey, suite: .p256AES256GCM, info: info, associatedData: [],
            random: SystemRandom())
    }

    func open(_ sealed: [UInt8]) throws {
        let opened = try HPKE.open(
            sealed, key: key, suite: .p256AES256GCM, info: info, associatedData: [])
        guard opened == contentKey else { throw BenchFailure("HPKE opened something else") }
    }
}

extension Comparison {
    /// Lets an operation and `openssl speed` work in turns, and compares processor time.
    fileprivate static func besideOpenSSL(
        ours: () throws -> Void, peer: (_ secondsPerAgreement: Double) throws -> Double
    ) throws -> Comparison {
        var comparison = Comparison()
        for round in -1..<9 {
            try Interruption.check()
            let time = try ProcessorTime.secondsPerOperation(HPKEBenchmark.batch, ours)
            let reference = try peer(BareP256.secondsPerAgreement())
            if round >= 0 { comparison.add(ours: time, peer: reference) }
        }
        return comparison
    }
}
