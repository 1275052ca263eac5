#if os(Linux) && SecretService
import HoldfastCrypto

/// That an operation may have the keyring ask a person, for how long, and whether it still may.
package final class PromptPermission: Sendable {
    /// How long the questions of the operation may take, all together.
    package let limit: Duration
    private let withdrawn = Locked(false)

    /// Gives a permission.
    ///
    /// - Parameter limit: how long the questions may take, all together.
    package init(limit: Duration) {
        self.limit = limit
    }

    /// Whether whoever wanted the operation does not want it any more.
    var isWithdrawn: Bool { withdrawn.withLock { $0 } }

    /// Takes the permission back: a question that is being asked ends.
    package func withdraw() {
        withdrawn.withLock { $0 = true }
    }
}
#endif
