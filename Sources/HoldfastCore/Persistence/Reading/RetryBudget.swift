/// How often and how patiently a read is repeated while the device keeps its answer back.
///
/// Only `INTERACTION_NOT_ALLOWED` is repeated: it passes by itself, a wrong passcode or damaged data
/// does not.
public struct RetryBudget: Sendable, Equatable {
    /// How many times a read is repeated after the first one.
    public let retryCount: Int
    /// How long to wait before each repetition.
    public let delay: Duration

    /// Four repetitions, half a second apart.
    public static let standard = RetryBudget(retryCount: 4, delay: .milliseconds(500))

    /// One read, no repetition.
    public static let none = RetryBudget(retryCount: 0, delay: .zero)

    /// Makes a budget.
    ///
    /// - Parameters:
    ///   - retryCount: repetitions after the first read; negative counts as 0.
    ///   - delay: the wait before each; negative counts as none.
    public init(retryCount: Int, delay: Duration) {
        self.retryCount = max(0, retryCount)
        self.delay = max(.zero, delay)
    }

    /// Decides what follows a failed read.
    ///
    /// - Parameters:
    ///   - error: what the read threw.
    ///   - failureCount: how many reads have failed, this one included.
    /// - Returns: how long to wait before the next read; `nil` if the error is the answer.
    func delay(after error: KeychainError, failureCount: Int) -> Duration? {
        error.code == .interactionNotAllowed && failureCount <= retryCount ? delay : nil
    }
}
