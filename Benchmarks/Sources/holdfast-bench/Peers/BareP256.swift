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
        let output = try Child.output(
            of: ["openssl", "speed", "-mr", "-seconds", "1", "ecdhp256"],
            // It says there what it is about to do.
            environment: ["PATH": "/usr/bin:/bin"], error: nil)
        // "+F5:3:256:22282.608696:0.000045": the test's number, bits, operations a second.
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("+F5:") }),
            case let fields = line.split(separator: ":"), fields.count == 5,
            let rate = Double(fields[3]), rate > 0
        else { throw BenchFailure("openssl speed gave no figure for ECDH with P-256") }
        return 1 / rate
    }
}
