import Glibc
import Holdfast
import HoldfastCrypto
import HoldfastLab

/// Keys in a TPM, against the same commands sent by bare calls of its library.
enum TPMBenchmark {
    static let all = [
        Benchmark(
            id: "tpm-op",
            what:
                "sign and agree with TPM keys on swtpm ÷ the same commands by bare ESAPI calls in C",
            unit: .milliseconds, bar: 1.2
        ) { workshop in
            let subjects = try Subjects(workshop)
            return try .alternating(
                rounds: 20, operations: (20, 20), ours: { try subjects.ours($0) },
                peer: { try subjects.peer($0) })
        }
    ]

    /// Two keys of each, in one TPM.
    private final class Subjects {
        private let tpm: SoftwareTPM
        private let bare: BareTPM
        private let store: TPMKeyStore
        private let (signer, agreer): (ItemKey, ItemKey)
        private let partner: P256PublicKey

        init(_ workshop: Workshop) throws {
            // The library asks for it once, at its first word.
            setenv("TSS2_LOG", "all+none", 1)
            tpm = try SoftwareTPM(directory: workshop.path("tpm"))
            bare = try BareTPM(tpm.address)
            store = try TPMKeyStore(
                over: MemoryStore(), TPMConfiguration(address: tpm.address))
            signer = try ItemKey(service: "bench", account: "signer")
            agreer = try ItemKey(service: "bench", account: "agreer")
            partner = try P256PrivateKey(random: SystemRandom()).publicKey
            let required = ItemProtection(keyStorage: .tpmRequired)
            try store.createWithoutPrompt(signer, use: .signing, protection: required)
            try store.createWithoutPrompt(agreer, use: .keyAgreement, protection: required)
        }

        /// Every other operation signs, and every other one agrees.
        func ours(_ number: Int) throws {
            let isThere =
                number.isMultiple(of: 2)
                ? try store.signatureWithoutPrompt(for: [UInt8(number & 0xff)], with: signer) != nil
                : try store.sharedSecretWithoutPrompt(with: partner, using: agreer) != nil
            guard isThere else { throw BenchFailure("a key in the TPM is not there") }
        }

        func peer(_ number: Int) throws {
            if number.isMultiple(of: 2) {
                try bare.sign([UInt8](repeating: UInt8(number & 0xff), count: 32))
            } else {
                _ = try bare.agree(partner.bytes)
            }
        }
    }
}
