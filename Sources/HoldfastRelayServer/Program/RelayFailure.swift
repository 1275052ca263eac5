/// Why the relay cannot start or go on, in words for whoever runs it.
struct RelayFailure: Error, Sendable, Equatable {
    /// One sentence, without any content of a request.
    let message: String
    /// What the process exits with.
    let exitStatus: Int32

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - message: one sentence.
    ///   - exitStatus: 2 usage, 5 a newer or damaged database, 8 not in this build, 9 the system.
    init(_ message: String, exitStatus: Int32 = 9) {
        self.message = message
        self.exitStatus = exitStatus
    }
}
