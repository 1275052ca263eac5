import HoldfastCore
import HoldfastCrypto

extension KeyStoreConformance {
    static let creation: [KeyStoreCase] = [
        KeyStoreCase("P2: creating never replaces") { exam in
            for use in exam.uses {
                let name = try exam.name("taken by " + use.rawValue)
                let key = try await exam.store.create(name, use: use)
                let before = try await exam.store.attributes(of: name)
                for other in exam.uses {
                    try await exam.expectConflict(.alreadyExists, from: "a second key, \(other)") {
                        () throws(KeychainError) in
                        try await exam.store.create(name, use: other)
                    }
                    try await exam.expectConflict(.alreadyExists, from: "a prompt-free one") {
                        () throws(KeychainError) in
                        try exam.store.createWithoutPrompt(
                            name, use: other, protection: .standard)
                    }
                }
                try await exam.expect(name, is: key, for: use, "after the refusals")
                try exam.expect(
                    try await exam.store.attributes(of: name) == before, "its attributes stay")
            }
        },
        KeyStoreCase("P2: of eight creators one creates") { exam in
            let name = try exam.name("contested")
            guard let use = exam.uses.first else {
                throw MissingControl(reason: "the store has no keys")
            }
            let store = exam.store
            let made = try await withThrowingTaskGroup(of: P256PublicKey?.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        do {
                            return try await store.create(name, use: use)
                        } catch let error as KeychainError {
                            guard error.nativeDomain == StoreConflict.domain,
                                error.nativeCode == StoreConflict.alreadyExists.rawValue
                            else { throw error }
                            return nil
                        }
                    }
                }
                var made: [P256PublicKey] = []
                for try await key in group { if let key { made.append(key) } }
                return made
            }
            guard made.count == 1, let key = made.first else {
                throw ConformanceFailure("eight creators made \(made.count) keys")
            }
            try await exam.expect(name, is: key, for: use, "after the race")
        },
        KeyStoreCase("P11: attributes say what was made, and a use does not change them") { exam in
            for use in exam.uses {
                for accessibility in exam.usableAccessibilities {
                    let name = try exam.name(use.rawValue + accessibility.rawValue)
                    let protection = ItemProtection(accessibility: accessibility)
                    let key = try await exam.store.create(name, use: use, protection: protection)
                    guard let known = try await exam.store.attributes(of: name) else {
                        throw ConformanceFailure("a key that was made has no attributes")
                    }
                    try exam.expect(known.name == name, "the name is the one given")
                    try exam.expect(known.use == use, "the use is the one given")
                    try exam.expect(known.protection == protection, "so is the protection")
                    try exam.expect(known.invalidation == nil, "it is well")
                    try exam.expect(
                        exam.store.capabilities.grades.contains(known.grade),
                        "the grade is one that the store lists")
                    try await exam.expect(name, is: key, for: use, "used")
                    try exam.expect(
                        try exam.store.attributesWithoutPrompt(of: name) == known,
                        "the same after a use, prompt-free")
                }
            }
        },
    ]
}
