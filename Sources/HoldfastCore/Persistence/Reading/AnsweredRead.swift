/// Proof that a store answered a question about one item.
///
/// Nothing but a store's answer makes one: both initialisers ask. So whoever demands an
/// `AnsweredRead` before it overwrites cannot be reached by a path on which the store was silent
/// (P3, P4).
public struct AnsweredRead: Sendable {
    /// What the store answered.
    public enum Answer: Sendable, Equatable {
        /// The item.
        case item(Item)
        /// There is no such item.
        case absent
        /// The item is there, and a person must show up to read it.
        case needsPerson
    }

    /// The item that was asked about.
    public let key: ItemKey
    /// What the store answered.
    public let answer: Answer

    /// Asks a store without ever prompting; may block, so never call it on the cooperative pool.
    ///
    /// - Parameters:
    ///   - store: the store to ask.
    ///   - key: the item's name.
    /// - Throws: every error of the read but `AUTH_REQUIRED`, which says that the item is there.
    public init(
        askingWithoutPrompt store: any ItemStore, about key: ItemKey
    ) throws(KeychainError) {
        self.key = key
        do throws(KeychainError) {
            answer = Self.answer(try store.readWithoutPrompt(key))
        } catch {
            guard error.code == .authRequired else { throw error }
            answer = .needsPerson
        }
    }

    /// Asks through a reader, which may prompt and repeat.
    ///
    /// - Parameters:
    ///   - reader: the reader to ask.
    ///   - key: the item's name.
    ///   - prompt: the words to show if a prompt is needed.
    /// - Throws: as ``RetryingReader/read(_:prompt:)``.
    public init(
        asking reader: RetryingReader, about key: ItemKey, prompt: Prompt
    ) async throws(KeychainError) {
        self.key = key
        answer = Self.answer(try await reader.read(key, prompt: prompt))
    }

    /// The item, if that was the answer.
    public var item: Item? {
        if case .item(let item) = answer { item } else { nil }
    }

    private static func answer(_ item: Item?) -> Answer {
        item.map(Answer.item) ?? .absent
    }
}
