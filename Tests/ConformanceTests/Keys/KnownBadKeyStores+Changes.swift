import HoldfastCore
import HoldfastCrypto
import HoldfastLab

extension PlantedKeyFault {
    /// Creations and removals that do too much or too little.
    static let changes: [PlantedKeyFault] = [
        PlantedKeyFault(
            "a creation replaces",
            breaks: [
                "P2: a lost key is not created over, and can be removed",
                "P2: creating never replaces",
            ],
            mayBreak: ["P2: of eight creators one creates"]
        ) { store in
            store.beforeCreation = { (base, creation) throws(KeychainError) in
                try base.removeWithoutPrompt(creation.name)
            }
        },
        PlantedKeyFault(
            "a creation replaces a lost key",
            breaks: [
                "P2: a lost key is not created over, and can be removed"
            ]
        ) { store in
            store.beforeCreation = { (base, creation) throws(KeychainError) in
                let known = try base.attributesWithoutPrompt(of: creation.name)
                if known?.invalidation != nil { try base.removeWithoutPrompt(creation.name) }
            }
        },
        PlantedKeyFault(
            "the conflict has another code",
            breaks: [
                "P2: a lost key is not created over, and can be removed",
                "P2: creating never replaces",
                "P2: of eight creators one creates",
            ]
        ) { store in
            store.created = { answer in
                guard case .failure(let error) = answer, error.nativeDomain == StoreConflict.domain
                else { return answer }
                return .failure(KeychainError(.invalidArgument, "taken"))
            }
        },
        PlantedKeyFault(
            "every key is made for signing",
            breaks: [
                "P11: a key does what it was made for and nothing else",
                "P11: a prompt-free use of a protected key is AUTH_REQUIRED",
                "P11: attributes say what was made, and a use does not change them",
                "P11: looking at keys and removing them never prompt",
                "P1: before the first unlock every question throws and nothing is made",
                "P1: while locked each class works as it says",
                "P2: a key answers for the public key that was handed out",
                "P2: a lost key is not created over, and can be removed",
                "P2: a prompt that is not confirmed uses no key and changes none",
                "P2: an agreement gives what the other side computes",
                "P2: creating never replaces",
                "P5: a key is there after reopening",
                "P6: a removal takes that key and no other",
            ]
        ) { store in
            store.beforeCreation = { (_, creation) throws(KeychainError) in
                creation.use = .signing
            }
        },
        PlantedKeyFault(
            "every key has the standard protection",
            breaks: [
                "P11: attributes say what was made, and a use does not change them",
                "P1: while locked each class works as it says",
            ]
        ) { store in
            store.beforeCreation = { (_, creation) throws(KeychainError) in
                if creation.protection.accessibility.isThisDeviceOnly {
                    creation.protection.accessibility = .afterFirstUnlockThisDeviceOnly
                }
            }
        },
        PlantedKeyFault(
            "a removal fails",
            breaks: [
                "P11: a service of 200 characters is taken, a longer one refused",
                "P11: looking at keys and removing them never prompt",
                "P1: before the first unlock every question throws and nothing is made",
                "P2: a key answers for the public key that was handed out",
                "P2: a lost key is not created over, and can be removed",
                "P5: a key is there after reopening",
                "P6: a key can be removed while locked",
                "P6: a removal takes that key and no other",
            ]
        ) { store in
            store.beforeRemoval = { (_, _) throws(KeychainError) in
                throw KeychainError(.unknown, "no", nativeDomain: "errno", nativeCode: 5)
            }
        },
        PlantedKeyFault(
            "a removal takes all keys of the service",
            breaks: [
                "P6: a key can be removed while locked",
                "P6: a removal takes that key and no other",
            ]
        ) { store in
            store.beforeRemoval = { (base, name) throws(KeychainError) in
                for known in try base.listWithoutPrompt(service: name.service)
                where known.name != name {
                    try base.removeWithoutPrompt(known.name)
                }
            }
        },
        PlantedKeyFault(
            "a removal always found something",
            breaks: [
                "P6: a removal takes that key and no other"
            ]
        ) { store in
            store.removed = { $0.map { _ in true } }
        },
        PlantedKeyFault(
            "a removal waits for the unlock",
            breaks: [
                "P6: a key can be removed while locked"
            ]
        ) { store in
            store.beforeRemoval = { (base, name) throws(KeychainError) in
                _ = try unlessAuthRequired { () throws(KeychainError) in
                    try base.publicKeyWithoutPrompt(of: name)
                }
            }
        },
        PlantedKeyFault(
            "keys are gone after reopening",
            breaks: [
                "P5: a key is there after reopening"
            ],
            spoil: { subject in
                subject.reopen = {
                    SoftwareKeyStore(over: MemoryStore(answerPrompt: { _ in .confirmed }))
                }
            }),
    ]

    private static func unlessAuthRequired(
        _ call: () throws(KeychainError) -> P256PublicKey?
    ) throws(KeychainError) -> P256PublicKey? {
        do {
            return try call()
        } catch {
            if error.code == .authRequired || error.code == .keyInvalidated { return nil }
            throw error
        }
    }
}
