import HoldfastCore
import HoldfastCrypto

extension Examination {
    /// Writes prompt-free where the store can, and else after it refused to and changed nothing.
    func writePromptFree(_ value: SecretBytes, for key: ItemKey) async throws {
        let answer: Void? = try await unlessRefused(key, "a prompt-free write") {
            () throws(KeychainError) in
            try store.writeWithoutPrompt(value, for: key, options: .standard)
        }
        if answer == nil { try await store.write(value, for: key) }
    }

    /// Removes prompt-free where the store can, and else after it refused to and changed nothing.
    func removePromptFree(_ key: ItemKey) async throws -> Bool {
        let answer = try await unlessRefused(key, "a prompt-free removal") {
            () throws(KeychainError) in
            try store.removeWithoutPrompt(key)
        }
        if let answer { return answer }
        return try await store.remove(key)
    }

    /// What a prompt-free call answers, or nothing where the store may refuse it, did, and changed
    /// nothing.
    private func unlessRefused<Answer>(
        _ key: ItemKey, _ what: String, _ call: () throws(KeychainError) -> Answer
    ) async throws -> Answer? {
        if subject.isChangedWithoutPrompt { return try call() }
        let before = try await store.read(key)
        do throws(KeychainError) {
            return try call()
        } catch {
            guard error.code == .authRequired else { throw error }
        }
        let after = try await store.read(key)
        try expect(before?.value == after?.value, "\(what), refused, changes no value")
        try expect(
            before?.attributes == after?.attributes, "\(what), refused, changes no attribute")
        return nil
    }
}
