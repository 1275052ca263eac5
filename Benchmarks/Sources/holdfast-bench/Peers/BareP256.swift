import CRawCrypto
import Glibc

/// P-256 as libcrypto gives it, with nothing around it.
enum BareP256 {
    /// Makes a key and drops it.
    static func makeKey() throws {
        guard let key = bench_p256_keygen() else { throw BenchFailure("libcrypto makes no key") }
        EVP_PKEY_free(key)
    }

    /// Seconds of processor time that one ECDH takes, by `openssl speed`.
    static func secondsPerAgreement() throws -> Double {
        // "+F5:3:256:22282.608696:0.000045": the test's number, bits, operations a second.
        try 1 / rate(of: "ecdhp256", line: "+F5:", field: 3)
    }

    /// Seconds of processor time that one ECDSA verification takes, by `openssl speed`.
    static func secondsPerVerification() throws -> Double {
        // "+F4:3:256:51987.500000:15800.000000": the test's number, bits, signatures a second,
        // verifications a second.
        try 1 / rate(of: "ecdsap256", line: "+F4:", field: 4)
    }

    private static func rate(of test: String, line start: String, field: Int) throws -> Double {
        let output = try Child.output(
            of: ["openssl", "speed", "-mr", "-seconds", "1", test],
            // It says there what it is about to do.
            environment: ["PATH": "/usr/bin:/bin"], error: nil)
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix(start) }),
            case let fields = line.split(separator: ":"), fields.count == 5,
            let rate = Double(fields[field]), rate > 0
        else { throw BenchFailure("openssl speed gave no figure for \(test)") }
        return rate
    }
}
