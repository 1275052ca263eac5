/// Lets operations run one after the other, in the order in which they came: the one lock of load,
/// save and the record of what is stored.
///
/// An actor alone is none, since another call may enter it at every `await`. An operation runs in a
/// task of its own, so that a caller who is cancelled does not stop it half-way.
struct OperationLine {
    // Not a task that waits, which the pool would have to run as well.
    /// Waits for the last operation.
    private var last: (@Sendable () async -> Void)?

    /// Puts an operation at the end of the line.
    ///
    /// - Returns: its task.
    mutating func enqueue<Answer: Sendable>(
        _ operation: @escaping @Sendable () async -> Answer
    ) -> Task<Answer, Never> {
        let before = last
        let task = Task {
            await before?()
            return await operation()
        }
        last = { _ = await task.value }
        return task
    }
}
