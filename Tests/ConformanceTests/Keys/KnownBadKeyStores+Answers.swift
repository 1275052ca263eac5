import HoldfastCore
import HoldfastCrypto

extension PlantedKeyFault {
    /// Wrong answers of keys that are there.
    static let answers: [PlantedKeyFault] = [
        PlantedKeyFault(
            "a creation hands out another key",
            breaks: [
                "P11: a key does what it was made for and nothing else",
                "P11: a service of 200 characters is taken, a longer one refused",
                "P11: attributes say what was made, and a use does not change them",
                "P1: a key that was lost is KEY_INVALIDATED until it is removed",
                "P1: before the first unlock every question throws and nothing is made",
                "P1: while locked each class works as it says",
                "P2: a key answers for the public key that was handed out",
                "P2: a lost key is not created over, and can be removed",
                "P2: a prompt that is not confirmed uses no key and changes none",
                "P2: a signature is one of SHA-256 of the whole message",
                "P2: an agreement gives what the other side computes",
                "P2: creating never replaces",
                "P2: names that look alike have keys of their own",
                "P2: of eight creators one creates",
                "P5: a key is there after reopening",
                "P6: a removal takes that key and no other",
            ]
        ) { store in
            store.created = { $0.map { _ in stranger().publicKey } }
        },
        PlantedKeyFault(
            "the public key is another",
            breaks: [
                "P11: a key does what it was made for and nothing else",
                "P11: a service of 200 characters is taken, a longer one refused",
                "P11: attributes say what was made, and a use does not change them",
                "P1: a key that was lost is KEY_INVALIDATED until it is removed",
                "P1: before the first unlock every question throws and nothing is made",
                "P1: while locked each class works as it says",
                "P2: a key answers for the public key that was handed out",
                "P2: a lost key is not created over, and can be removed",
                "P2: a prompt that is not confirmed uses no key and changes none",
                "P2: creating never replaces",
                "P2: names that look alike have keys of their own",
                "P2: of eight creators one creates",
                "P5: a key is there after reopening",
                "P6: a removal takes that key and no other",
            ]
        ) { store in
            store.publicAnswer = { $0.map { $0.map { _ in stranger().publicKey } } }
        },
        PlantedKeyFault(
            "another key signs",
            breaks: [
                "P11: a key does what it was made for and nothing else",
                "P11: a service of 200 characters is taken, a longer one refused",
                "P11: attributes say what was made, and a use does not change them",
                "P1: a key that was lost is KEY_INVALIDATED until it is removed",
                "P1: before the first unlock every question throws and nothing is made",
                "P1: while locked each class works as it says",
                "P2: a key answers for the public key that was handed out",
                "P2: a signature is one of SHA-256 of the whole message",
                "P2: creating never replaces",
                "P2: names that look alike have keys of their own",
                "P2: of eight creators one creates",
                "P5: a key is there after reopening",
                "P6: a removal takes that key and no other",
            ]
        ) { store in
            store.signed = { answer in
                answer.map { $0.flatMap { _ in strangeSignature() } }
            }
        },
        PlantedKeyFault(
            "only the first 64 bytes are signed",
            breaks: [
                "P2: a signature is one of SHA-256 of the whole message"
            ]
        ) { store in
            store.message = { Array($0.prefix(64)) }
        },
        PlantedKeyFault(
            "an agreement does not look at the peer",
            breaks: [
                "P11: a key does what it was made for and nothing else",
                "P11: attributes say what was made, and a use does not change them",
                "P1: before the first unlock every question throws and nothing is made",
                "P1: while locked each class works as it says",
                "P2: a key answers for the public key that was handed out",
                "P2: a lost key is not created over, and can be removed",
                "P2: an agreement gives what the other side computes",
                "P2: creating never replaces",
                "P5: a key is there after reopening",
                "P6: a removal takes that key and no other",
            ]
        ) { store in
            store.peer = { _ in stranger().publicKey }
        },
        PlantedKeyFault(
            "leading bytes of an agreement are cut off",
            breaks: [
                "P11: a key does what it was made for and nothing else",
                "P11: attributes say what was made, and a use does not change them",
                "P1: before the first unlock every question throws and nothing is made",
                "P1: while locked each class works as it says",
                "P2: a key answers for the public key that was handed out",
                "P2: a lost key is not created over, and can be removed",
                "P2: an agreement gives what the other side computes",
                "P2: creating never replaces",
                "P5: a key is there after reopening",
                "P6: a removal takes that key and no other",
            ]
        ) { store in
            store.agreed = { $0.map { $0.map { SecretBytes($0.copyBytes().dropFirst()) } } }
        },
        PlantedKeyFault(
            "a key signs that was made for agreement",
            breaks: [
                "P11: a key does what it was made for and nothing else",
                "P11: a service of 200 characters is taken, a longer one refused",
            ]
        ) { store in
            store.signed = { answer in
                guard case .failure(let error) = answer, error.code == .invalidArgument else {
                    return answer
                }
                return .success(strangeSignature())
            }
        },
        PlantedKeyFault(
            "a key agrees that was made for signing",
            breaks: [
                "P11: a key does what it was made for and nothing else"
            ]
        ) { store in
            store.agreed = { answer in
                guard case .failure(let error) = answer, error.code == .invalidArgument else {
                    return answer
                }
                return .success(SecretBytes([UInt8](repeating: 1, count: 32)))
            }
        },
        PlantedKeyFault(
            "a locked key is nil",
            breaks: [
                "P1: before the first unlock every question throws and nothing is made",
                "P1: while locked each class works as it says",
            ]
        ) { store in
            store.publicAnswer = { swallow($0, .interactionNotAllowed) }
            store.signed = { swallow($0, .interactionNotAllowed) }
            store.agreed = { swallow($0, .interactionNotAllowed) }
        },
        PlantedKeyFault(
            "a lost key is nil",
            breaks: [
                "P1: a key that was lost is KEY_INVALIDATED until it is removed",
                "P2: a lost key is not created over, and can be removed",
            ]
        ) { store in
            store.publicAnswer = { swallow($0, .keyInvalidated) }
            store.signed = { swallow($0, .keyInvalidated) }
            store.agreed = { swallow($0, .keyInvalidated) }
        },
        PlantedKeyFault(
            "a refused prompt is nil",
            breaks: [
                "P2: a prompt that is not confirmed uses no key and changes none"
            ]
        ) { store in
            store.signed = { swallow($0, .userCanceled) }
            store.agreed = { swallow($0, .userCanceled) }
        },
        PlantedKeyFault(
            "a missing key is an error",
            breaks: [
                "P11: an option that the key store does not list is refused",
                "P11: contradictions are refused",
                "P1: a key that was never made is nil, however one asks",
                "P1: before the first unlock every question throws and nothing is made",
                "P1: while locked each class works as it says",
                "P2: a lost key is not created over, and can be removed",
                "P5: a key is there after reopening",
                "P6: a key can be removed while locked",
                "P6: a removal takes that key and no other",
                "P7: what would let a key leave its device is refused",
            ]
        ) { store in
            store.publicAnswer = { answer in
                guard case .success(nil) = answer else { return answer }
                return .failure(StoreConflict.notFound.error)
            }
        },
        PlantedKeyFault(
            "a key that needs a person works without one",
            breaks: [
                "P11: a prompt-free use of a protected key is AUTH_REQUIRED"
            ]
        ) { store in
            store.signed = { answer in
                guard case .failure(let error) = answer, error.code == .authRequired else {
                    return answer
                }
                return .success(strangeSignature())
            }
        },
    ]

    private static func strangeSignature() -> P256Signature? {
        do {
            return try stranger().signature(for: Array("conformance".utf8))
        } catch {
            preconditionFailure("a fixed key does not sign")
        }
    }
}
