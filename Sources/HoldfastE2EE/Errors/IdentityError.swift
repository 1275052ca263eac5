public import HoldfastCore
public import HoldfastWire

/// Why an identity could not do what it was asked.
public enum IdentityError: Error, Sendable, Equatable {
    /// A key store, an item store or the database failed.
    case keychain(KeychainError)
    /// The directory failed.
    case directory(DirectoryError)
    /// The account's log does not verify, or the new entry does not follow it.
    case log(LogError)
    /// A device cannot be let into the account so.
    case joining(JoinError)
    /// The present decision does not permit it; open the identity again.
    case notPermitted(IdentityDecision?)
}

/// Runs a body that throws a store's error and throws it as an identity's.
func stored<R>(
    _ body: () async throws(KeychainError) -> R
) async throws(IdentityError) -> R {
    do throws(KeychainError) {
        return try await body()
    } catch {
        throw .keychain(error)
    }
}
