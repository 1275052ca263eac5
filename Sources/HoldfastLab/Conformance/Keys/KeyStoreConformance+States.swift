import HoldfastCore
import HoldfastCrypto

extension KeyStoreConformance {
    static let states: [KeyStoreCase] = [
        KeyStoreCase("P1: before the first unlock every question throws and nothing is made") {
            exam in
            let never = try exam.name("never")
            var made: [(ItemKey, DeviceKeyUse, P256PublicKey)] = []
            for use in exam.uses {
                let name = try exam.name(use.rawValue)
                made.append((name, use, try await exam.store.create(name, use: use)))
            }
            try await exam.reboot()
            for use in exam.uses {
                for name in [try exam.name(use.rawValue), never] {
                    try await exam.expectError(
                        .interactionNotAllowed, fromEveryUseOf: name, for: use, "\(use)")
                    try await expectNothingLookedUp(name, use, exam)
                }
            }
            try await exam.unlock()
            for (name, use, key) in made {
                try await exam.expect(name, is: key, for: use, "after the first unlock")
            }
            try await exam.expectMissing(never, "after the first unlock")
        },
        KeyStoreCase("P1: while locked each class works as it says") { exam in
            var made: [(ItemKey, DeviceKeyUse, Accessibility, P256PublicKey)] = []
            for use in exam.uses {
                for accessibility in exam.usableAccessibilities {
                    let name = try exam.name(use.rawValue + accessibility.rawValue)
                    let key = try await exam.store.create(
                        name, use: use, protection: ItemProtection(accessibility: accessibility))
                    made.append((name, use, accessibility, key))
                }
            }
            try await exam.lock()
            for (name, use, accessibility, key) in made {
                let what = "\(use), \(accessibility)"
                if accessibility.isReadableWhileLocked {
                    try await exam.expect(name, is: key, for: use, what)
                } else {
                    try await exam.expectError(
                        .interactionNotAllowed, fromEveryUseOf: name, for: use, what)
                }
                try exam.expect(
                    try await exam.store.attributes(of: name)?.use == use,
                    "\(what): its attributes are there")
            }
            try await exam.expectMissing(exam.name("never"), "while locked")
            try await exam.unlock()
            for (name, use, _, key) in made {
                try await exam.expect(name, is: key, for: use, "unlocked again")
            }
        },
        KeyStoreCase("P6: a key can be removed while locked") { exam in
            for use in exam.uses {
                for accessibility in exam.usableAccessibilities {
                    try await exam.store.create(
                        exam.name(use.rawValue + accessibility.rawValue), use: use,
                        protection: ItemProtection(accessibility: accessibility))
                }
            }
            try await exam.lock()
            let names = try await exam.store.list(service: nil).map(\.name)
            for name in names {
                try exam.expect(try await exam.store.remove(name), "it can be removed")
            }
            try await exam.unlock()
            for name in names { try await exam.expectMissing(name, "removed while locked") }
        },
    ]

    private static func expectNothingLookedUp(
        _ name: ItemKey, _ use: DeviceKeyUse, _ exam: KeyStoreExamination
    ) async throws {
        let store = exam.store
        try await exam.expectError(.interactionNotAllowed, from: "attributes") {
            () throws(KeychainError) in try await store.attributes(of: name)
        }
        for service in [nil, name.service, "nobody"] {
            try await exam.expectError(.interactionNotAllowed, from: "a list") {
                () throws(KeychainError) in try await store.list(service: service)
            }
        }
        try await exam.expectError(.interactionNotAllowed, from: "a removal") {
            () throws(KeychainError) in try await store.remove(name)
        }
        try await exam.expectError(.interactionNotAllowed, from: "a creation") {
            () throws(KeychainError) in try await store.create(name, use: use)
        }
        try await exam.expectError(.interactionNotAllowed, from: "a prompt-free creation") {
            () throws(KeychainError) in
            try store.createWithoutPrompt(name, use: use, protection: .standard)
        }
    }
}
