import HoldfastCore

/// KNOWN BAD: a store that turns every error of a read into "there is none".
///
/// An app that trusts it starts empty whenever the platform does not answer, and what it then
/// writes takes the place of what was there (breaks P1).
struct ErrorToNilStore: PassThroughStore {
    let base: any ItemStore

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        do {
            return try await base.read(key, prompt: prompt)
        } catch {
            // The mistake that this store shows.
            return nil
        }
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        do {
            return try base.readWithoutPrompt(key)
        } catch {
            // The mistake that this store shows.
            return nil
        }
    }
}
