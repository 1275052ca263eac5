/// The one call to the system that ``SystemRandom`` is built on, so that tests can answer it.
struct EntropyCall: Sendable {
    /// Asks once for up to `count` bytes, which is 1 or more.
    let ask: @Sendable (_ start: UnsafeMutableRawPointer, _ count: Int) -> Answer

    /// What the system can answer.
    enum Answer: Sendable, Equatable {
        /// This many bytes were written, which can be fewer than were asked for.
        case wrote(Int)
        /// A signal came first; nothing was written.
        case interrupted
        /// There are no random bytes, with the system's code.
        case failed(code: Int)
    }
}
