/// Why the storage did not do what it was asked; what was asked has no effect then.
struct StorageError: Error, Sendable, Equatable {
    /// What failed, for code to branch on.
    enum Reason: Sendable, Equatable {
        /// The disk is full; reads go on.
        case full
        /// It is busy, or is being closed; the same can succeed later.
        case unavailable
        /// What is stored is damaged, or the disk fails.
        case failed
    }

    /// What failed.
    let reason: Reason
    /// The storage's own words, which hold no content.
    let message: String
}
