import HoldfastCore
import HoldfastCrypto

extension Examination {
    /// Writes prompt-free where the store can, and else after it refused to and changed nothing.
    func writePromptFree(_ value: SecretBytes, for key: ItemKey) async throws {
        if subject.isChangedWithoutPrompt {
            try store.writeWithoutPrompt(value, for: key, options: .standard)
            return
        }
        try await expectRefusal(key, from: "a prompt-free write") { () throws(KeychainError) in
            try store.writeWithoutPrompt(value, for: key, options: .standard)
        }
        try await store.write(value, for: key)
    }

    /// Removes prompt-free where the store can, and else after it refused to and changed nothing.
    func removePromptFree(_ key: ItemKey) async throws -> Bool {
        if subject.isChangedWithoutPrompt { return try store.removeWithoutPrompt(key) }
        try await expectRefusal(key, from: "a prompt-free removal") { () throws(KeychainError) in
            try store.removeWithoutPrompt(key)
        }
        return try await store.remove(key)
    }

    private func expectRefusal<Answer>(
        _ key: ItemKey, from what: String, _ call: () async throws(KeychainError) -> Answer
    ) async throws {
        let before = try await store.read(key)
        try await expectError(.authRequired, from: what, call)
        let after = try await store.read(key)
        try expect(before?.value == after?.value, "\(what), refused, changes no value")
        try expect(
            before?.attributes == after?.attributes, "\(what), refused, changes no attribute")
    }
}
