#if os(Linux)
/// That sealing hardware takes no authorization for a time, because too many were wrong.
package struct SealerLockout: Sendable, Equatable {
    /// In what time the hardware forgets one wrong try; `nil` if it does not say.
    package let intervalSeconds: Int?
    /// After how many seconds it takes a try at the latest; `nil` if it does not say.
    package let longestSeconds: Int?

    /// Takes what the hardware says.
    ///
    /// - Parameters:
    ///   - intervalSeconds: how long it takes to forget one wrong try; 1 or more.
    ///   - tries: how many it has to forget before it takes another one; 1 or more.
    package init(intervalSeconds: Int?, tries: Int) {
        self.intervalSeconds = intervalSeconds
        // The present interval began at a time that is not known, so this is the longest.
        longestSeconds = intervalSeconds.map { $0 * tries }
    }
}
#endif
