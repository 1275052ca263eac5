public import HoldfastCore
public import HoldfastCrypto

/// Tries a device's signing key, without a prompt.
public struct KeyProber: Sendable {
    private let keys: any DeviceKeyStore
    private let random: any SecureRandom
    private let queue = BlockingQueue(label: "holdfast.identity.probe")

    /// Makes a prober.
    ///
    /// - Parameters:
    ///   - keys: where the key is.
    ///   - random: draws what is signed.
    public init(_ keys: any DeviceKeyStore, random: any SecureRandom = SystemRandom()) {
        self.keys = keys
        self.random = random
    }

    /// Signs fresh bytes with a key and verifies the signature with what is known of it.
    ///
    /// A key that is there and signs for another public key is `foreign`: on Android a key can come
    /// back under its old name, and a name says nothing. An answer that means the key's end is asked
    /// for once more: platforms have denied a key that was there a moment later, and two answers
    /// that differ mean that nothing is known.
    ///
    /// - Parameters:
    ///   - name: the key's name.
    ///   - expected: the public key that the identity has.
    /// - Returns: one of the seven answers, and the error behind it where there was one.
    public func probe(
        _ name: ItemKey, expecting expected: P256PublicKey
    ) async -> (probe: KeyProbe, error: KeychainError?) {
        let first = await ask(name, expected)
        guard first.probe.isEnd else { return first }
        let second = await ask(name, expected)
        guard second.probe.isEnd, second.probe != first.probe else { return second }
        return (.backendDown, second.error ?? first.error)
    }

    private func ask(
        _ name: ItemKey, _ expected: P256PublicKey
    ) async -> (probe: KeyProbe, error: KeychainError?) {
        do throws(KeychainError) {
            return (try await answer(name, expected), nil)
        } catch {
            return (KeyProbe(error), error)
        }
    }

    private func answer(
        _ name: ItemKey, _ expected: P256PublicKey
    ) async throws(KeychainError) -> KeyProbe {
        let (keys, random) = (keys, random)
        return try await queue.run { () throws(KeychainError) -> KeyProbe in
            let message = try Self.message(random)
            guard let signature = try keys.signatureWithoutPrompt(for: message, with: name) else {
                return .missing
            }
            let isKnown = try crypto { () throws(CryptoError) in
                try expected.isValid(signature, for: message)
            }
            return isKnown ? .ready : .foreign
        }
    }

    /// A label of its own, so that a probe's signature is none of anything else.
    private static func message(_ random: any SecureRandom) throws(KeychainError) -> [UInt8] {
        let drawn = try crypto { () throws(CryptoError) in try random.bytes(32) }
        return Array("holdfast/probe/v1".utf8) + [0] + drawn
    }
}
