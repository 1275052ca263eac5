import HoldfastCore
import HoldfastCrypto

extension KeyStoreConformance {
    static let prompts: [KeyStoreCase] = [
        KeyStoreCase("P11: a prompt-free use of a protected key is AUTH_REQUIRED") { exam in
            for accessControl in try exam.promptingControls() {
                for use in exam.uses {
                    let name = try exam.name(use.rawValue + accessControl.rawValue)
                    try await exam.store.create(
                        name, use: use, protection: ItemProtection(accessControl: accessControl))
                    try await exam.expectError(.authRequired, from: "\(use), \(accessControl)") {
                        () throws(KeychainError) in try exam.useWithoutPrompt(name, for: use)
                    }
                    try exam.expect(
                        try await exam.use(name, for: use), "with a person \(use) works")
                }
            }
        },
        KeyStoreCase("P11: looking at keys and removing them never prompt") { exam in
            let answer = try exam.need(\.answerPrompts, "answerPrompts")
            for accessControl in try exam.promptingControls() {
                for use in exam.uses {
                    let name = try exam.name(use.rawValue + accessControl.rawValue)
                    let protection = ItemProtection(accessControl: accessControl)
                    try await answer(.confirmed)
                    try await exam.store.create(name, use: use, protection: protection)
                    // From here on every prompt would fail the call that shows it.
                    try await answer(.failed(.userCanceled))
                    let known = try await exam.store.attributes(of: name)
                    try exam.expect(known?.protection == protection, "attributes are there")
                    try exam.expect(known?.use == use, "and say what the key does")
                    let listed = try exam.store.listWithoutPrompt(service: name.service)
                    try exam.expect(listed == [known].compactMap { $0 }, "it is listed")
                    try exam.expect(try await exam.store.remove(name), "it can be removed")
                }
            }
        },
        KeyStoreCase("P2: a prompt that is not confirmed uses no key and changes none") { exam in
            let answer = try exam.need(\.answerPrompts, "answerPrompts")
            for accessControl in try exam.promptingControls() {
                for use in exam.uses {
                    let name = try exam.name(use.rawValue + accessControl.rawValue)
                    try await answer(.confirmed)
                    let key = try await exam.store.create(
                        name, use: use, protection: ItemProtection(accessControl: accessControl))
                    for code in [KeychainError.Code.userCanceled, .authFailed, .lockout] {
                        try await answer(.failed(code))
                        try await exam.expectError(code, from: "\(use) that ends in \(code)") {
                            () throws(KeychainError) in try await exam.use(name, for: use)
                        }
                    }
                    try await answer(.confirmed)
                    try exam.expect(
                        try await exam.store.publicKey(of: name) == key, "the key is the same")
                    try exam.expect(try await exam.use(name, for: use), "and works")
                }
            }
        },
    ]

    static let tombstones: [KeyStoreCase] = [
        KeyStoreCase("P1: a key that was lost is KEY_INVALIDATED until it is removed") { exam in
            for use in exam.uses.prefix(1) {
                let (name, well) = (try exam.name("lost"), try exam.name("well"))
                try await exam.store.create(
                    name, use: use, protection: exam.subject.invalidatableProtection)
                let kept = try await exam.store.create(well, use: use)
                try await exam.invalidate(name)
                for round in 0..<3 {
                    try await exam.expectError(
                        .keyInvalidated, fromEveryUseOf: name, for: use, "round \(round)")
                }
                let known = try await exam.store.attributes(of: name)
                try exam.expect(known?.invalidation != nil, "attributes say that it was lost")
                try exam.expect(known?.use == use, "and what it did")
                let listed = try await exam.store.list(service: name.service)
                try exam.expect(listed.map(\.name) == [name, well], "it is listed")
                try await exam.expect(well, is: kept, for: use, "the other key")
            }
        },
        KeyStoreCase("P2: a lost key is not created over, and can be removed") { exam in
            guard let use = exam.uses.last else {
                throw MissingControl(reason: "the store has no keys")
            }
            let name = try exam.name("lost")
            let old = try await exam.store.create(
                name, use: use, protection: exam.subject.invalidatableProtection)
            try await exam.invalidate(name)
            try await exam.expectConflict(.alreadyExists, from: "a creation over it") {
                () throws(KeychainError) in try await exam.store.create(name, use: use)
            }
            try await exam.expectError(
                .keyInvalidated, fromEveryUseOf: name, for: use, "after the refusal")
            try exam.expect(try await exam.store.remove(name), "it can be removed")
            try await exam.expectMissing(name, "removed")
            let new = try await exam.store.create(name, use: use)
            try exam.expect(new != old, "the new key is another")
            try await exam.expect(name, is: new, for: use, "made anew")
        },
    ]
}
