#if os(Linux)
public import HoldfastCore

/// Who finds out whether the person is there: a fingerprint reader, a test.
///
/// It says yes or no and hands out no key. What it guards is guarded against somebody who uses the
/// open machine through the vault's own interface, and against nobody who can read the memory or
/// the keyring of the user (`docs/threat-model.md`).
public protocol PresenceVerifier: Sendable {
    /// Whether a person could be asked now; asks nobody.
    ///
    /// - Returns: `available`, `notEnrolled` or `noHardware`.
    /// - Throws: what kept it from finding out.
    /// - Complexity: may wait for another process, for some seconds at most.
    func availability() throws(KeychainError) -> AccessControlAvailability

    /// The names of what is enrolled for the user, in a fixed order.
    ///
    /// - Returns: names as the reader's service has them; empty if nothing is enrolled.
    /// - Throws: `BIOMETRY_NOT_AVAILABLE` where nobody can tell.
    func enrolledFingers() async throws(KeychainError) -> [String]

    /// Asks the person once and waits for the outcome.
    ///
    /// - Parameter prompt: the words to show.
    /// - Throws: `AUTH_FAILED`, `LOCKOUT`, `USER_CANCELED`, `SYSTEM_CANCELED`,
    ///   `BIOMETRY_NOT_AVAILABLE` or `BIOMETRY_NOT_ENROLLED`. Returning is the yes.
    func verify(_ prompt: Prompt) async throws(KeychainError)
}
#endif
