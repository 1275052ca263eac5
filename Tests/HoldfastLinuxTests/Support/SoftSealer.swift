import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLinux

/// Stands for a TPM: what it sealed opens only with the same chip, start and authorization.
///
/// It hides nothing, so its bytes show what was sealed; the real one has tests of its own. The golden
/// vault of format 2 holds its bytes, so their form stays.
final class SoftSealer: SecretSealer {
    private struct State {
        var chip: UInt8 = 1
        var start: UInt8 = 1
        var isThere = true
        var unseals = 0
        var wrongTries = 0
        var failure: KeychainError?
        var lockout: SealerLockout?
        var watch: @Sendable () -> Void = {}
    }

    private let state = Locked(State())

    /// How often something was to be opened, and how often with a wrong authorization.
    var unseals: Int { state.withLock { $0.unseals } }
    var wrongTries: Int { state.withLock { $0.wrongTries } }

    /// The machine starts with other firmware.
    func changeRegisters(to start: UInt8 = 2) { state.withLock { $0.start = start } }
    /// The chip is cleared.
    func clear() { state.withLock { $0.chip += 1 } }
    /// The chip or the right to use it goes or comes.
    func setThere(_ isThere: Bool) { state.withLock { $0.isThere = isThere } }
    /// What it says of wrong tries from now on.
    func say(_ lockout: SealerLockout?) { state.withLock { $0.lockout = lockout } }
    /// What the next calls answer, until it is `nil` again.
    func fail(with error: KeychainError?) { state.withLock { $0.failure = error } }

    /// What to run at each use.
    func watch(_ watch: @escaping @Sendable () -> Void) { state.withLock { $0.watch = watch } }

    func seal(
        _ secret: SecretBytes, authorization: SecretBytes?, registers: Set<Int>
    ) throws(KeychainError) -> [UInt8] {
        let (chip, start) = try use { ($0.chip, $0.start) }
        let authorization = authorization?.copyBytes() ?? []
        return [chip, registers.isEmpty ? 0 : start, UInt8(authorization.count)] + authorization
            + secret.copyBytes()
    }

    func unseal(
        _ sealed: [UInt8], authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        let (chip, start) = try use { state in
            state.unseals += 1
            return (state.chip, state.start)
        }
        guard sealed[0] == chip else { throw KeychainError(.keyInvalidated, "another chip") }
        guard sealed[1] == 0 || sealed[1] == start else {
            throw KeychainError(.interactionNotAllowed, "other registers")
        }
        let end = 3 + Int(sealed[2])
        guard (authorization?.copyBytes() ?? []) == Array(sealed[3..<end]) else {
            state.withLock { $0.wrongTries += 1 }
            throw KeychainError(.authFailed, "a wrong authorization")
        }
        return SecretBytes(sealed[end...])
    }

    func lockout() throws(KeychainError) -> SealerLockout? {
        try use { $0.lockout }
    }

    private func use<R: Sendable>(_ body: (inout State) -> R) throws(KeychainError) -> R {
        state.withLock { $0.watch }()
        return try state.withLock { (state) throws(KeychainError) -> R in
            if let failure = state.failure { throw failure }
            guard state.isThere else { throw KeychainError(.hardwareUnavailable, "no chip") }
            return body(&state)
        }
    }
}
