import HoldfastCore
import HoldfastCrypto

extension KeyStoreConformance {
    static let operations: [KeyStoreCase] = [
        KeyStoreCase("P1: a key that was never made is nil, however one asks") { exam in
            try await exam.expectMissing(exam.name("never"), "in an empty store")
            for use in exam.uses {
                try await exam.store.create(exam.name(use.rawValue), use: use)
                try await exam.expectMissing(exam.name("never"), "beside a key for \(use)")
            }
        },
        KeyStoreCase("P2: a key answers for the public key that was handed out") { exam in
            for use in exam.uses {
                let (one, other) = (try exam.name("one " + use.rawValue), try exam.name("other"))
                let key = try await exam.store.create(one, use: use)
                try await exam.expect(one, is: key, for: use, "made")
                let otherKey = try exam.store.createWithoutPrompt(
                    other, use: use, protection: .standard)
                try exam.expect(otherKey != key, "two keys are two")
                try await exam.expect(other, is: otherKey, for: use, "made prompt-free")
                try await exam.expect(one, is: key, for: use, "beside another")
                try await exam.store.remove(other)
            }
        },
        KeyStoreCase("P2: a signature is one of SHA-256 of the whole message") { exam in
            guard exam.uses.contains(.signing) else {
                throw MissingControl(reason: "the store has no keys for signing")
            }
            let name = try exam.name("signer")
            let key = try await exam.store.create(name, use: .signing)
            for count in [0, 1, 31, 32, 33, 64, 1_000, 100_000] {
                let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
                try exam.expect(
                    try await exam.store.signature(for: message, with: name), by: key, message,
                    "\(count) bytes")
                try exam.expect(
                    try exam.store.signatureWithoutPrompt(for: message, with: name), by: key,
                    message, "\(count) bytes, prompt-free")
            }
        },
        KeyStoreCase("P2: an agreement gives what the other side computes") { exam in
            guard exam.uses.contains(.keyAgreement) else {
                throw MissingControl(reason: "the store has no keys for agreement")
            }
            let name = try exam.name("agreer")
            let key = try await exam.store.create(name, use: .keyAgreement)
            for number: UInt8 in [1, 2, 77, 128, 254] {
                let peer = try exam.peer(number)
                let wanted = try peer.sharedSecret(with: key)
                try exam.expect(
                    try await exam.store.sharedSecret(with: peer.publicKey, using: name) == wanted,
                    "peer \(number)")
                try exam.expect(
                    try exam.store.sharedSecretWithoutPrompt(with: peer.publicKey, using: name)
                        == wanted, "peer \(number), prompt-free")
            }
        },
        KeyStoreCase("P11: a key does what it was made for and nothing else") { exam in
            for use in exam.uses {
                let name = try exam.name(use.rawValue)
                let key = try await exam.store.create(name, use: use)
                for other in DeviceKeyUse.allCases where other != use {
                    try await exam.expectError(.invalidArgument, from: "\(other) with \(use)") {
                        () throws(KeychainError) in try await exam.use(name, for: other)
                    }
                    try await exam.expectError(.invalidArgument, from: "prompt-free \(other)") {
                        () throws(KeychainError) in try exam.useWithoutPrompt(name, for: other)
                    }
                }
                try await exam.expect(name, is: key, for: use, "after the refusal")
            }
        },
        KeyStoreCase("P5: a key is there after reopening") { exam in
            for use in exam.uses {
                let name = try exam.name(use.rawValue)
                let key = try await exam.store.create(name, use: use)
                let known = try await exam.store.attributes(of: name)
                let reopened = try await exam.reopen()
                try await exam.expect(name, is: key, for: use, "reopened", in: reopened)
                try exam.expect(
                    try await reopened.attributes(of: name) == known, "its attributes too")
                try await reopened.remove(name)
                try await exam.expectMissing(name, "removed by another")
            }
        },
    ]
}
