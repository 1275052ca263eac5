public import HoldfastCore
import HoldfastCrypto

extension MemoryStore {
    /// One call that was made, without the item's name or value (P10).
    public struct Call: Sendable, Equatable {
        /// Which call.
        public let operation: Operation
        /// Which item: 1 for the first name this store met, 2 for the next; `nil` for calls that
        /// name no item.
        public let item: Int?
        /// The code it threw; `nil` if it answered.
        public let code: KeychainError.Code?
        /// How many prompts it showed.
        public let promptCount: Int
    }

    /// The calls made so far, in the order in which they ended.
    public var calls: [Call] { session.withLock { $0.calls } }

    /// The calls made so far for one item.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: its calls, in the order in which they ended.
    public func calls(for key: ItemKey) -> [Call] {
        session.withLock { session in
            guard let number = session.numbers[key] else { return [] }
            return session.calls.filter { $0.item == number }
        }
    }

    /// Forgets the calls made so far; items keep their numbers.
    public func forgetCalls() {
        session.withLock { $0.calls = [] }
    }
}
