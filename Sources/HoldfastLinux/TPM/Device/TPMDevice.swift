#if os(Linux) && TPM
import Glibc
import HoldfastCore
import HoldfastCrypto

/// A TPM 2.0 as this process uses it: one operation at a time, and between two of them no place of
/// the TPM is taken and no way to it is open.
final class TPMDevice: Sendable {
    /// Where it is.
    let address: TPMAddress
    private let timeLimit: Duration
    private let memory = Locked(TPMMemory())
    private let lane = TPMLane()

    /// Takes a TPM's place; opens nothing.
    ///
    /// - Parameters:
    ///   - address: where it is.
    ///   - timeLimit: how long one operation may take, with those that wait before it.
    init(_ address: TPMAddress, timeLimit: Duration) {
        self.address = address
        self.timeLimit = timeLimit
    }

    /// Takes the TPM that a configuration names.
    ///
    /// - Throws: `INVALID_ARGUMENT` if its address is none.
    convenience init(_ configuration: TPMConfiguration) throws(KeychainError) {
        self.init(
            try TPMAddress(configuration.address), timeLimit: configuration.timeLimit)
    }

    /// Runs an operation; the caller's thread waits for it, at most for the time limit.
    ///
    /// - Parameter body: gets the open way, on another thread; runs again if others had taken the
    ///   TPM's places. When the limit is over it is left to end by itself, and its answer dropped.
    /// - Returns: what the body returns.
    /// - Throws: `HARDWARE_UNAVAILABLE` if the TPM cannot be reached, with `ETIMEDOUT` if it does
    ///   not answer in time; `UNKNOWN` of `holdfast.tpm` with 3 if others kept all of its places;
    ///   what the body throws.
    func perform<R: Sendable>(
        _ body: @escaping @Sendable (TPMConnection) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        TPMLibraryLog.silence()
        let result = lane.run(within: timeLimit) {
            // Only the lane touches it, so what is written back is the newest.
            var memory = self.memory.withLock { $0 }
            let result = BrokenPipe.held { self.attempt(&memory, body) }
            let learned = memory
            self.memory.withLock { $0 = learned }
            return result
        }
        guard let result else { throw .silentTPM }
        return try result.get()
    }

    /// Runs an operation, and again while others have taken the TPM's few places.
    ///
    /// Behind a resource manager that does not happen. Without one a command that finds no place has
    /// done nothing, and whoever has the places needs them for milliseconds.
    private func attempt<R: Sendable>(
        _ memory: inout TPMMemory, _ body: (TPMConnection) throws(KeychainError) -> R
    ) -> Result<R, KeychainError> {
        for delay in Self.delays {
            let result = attemptOnce(&memory, body)
            guard case .failure(let error) = result, error.isLackOfPlaces else { return result }
            usleep(delay)
        }
        return attemptOnce(&memory, body).mapError { $0.isLackOfPlaces ? .busyTPM($0) : $0 }
    }

    private func attemptOnce<R: Sendable>(
        _ memory: inout TPMMemory, _ body: (TPMConnection) throws(KeychainError) -> R
    ) -> Result<R, KeychainError> {
        Result { () throws(KeychainError) -> R in
            let connection = try TPMConnection(address, memory)
            defer { memory = connection.memory }
            return try body(connection)
        }
    }

    /// In microseconds, half a second in all.
    ///
    /// They differ from process to process, so that two that met do not meet again and again.
    private static let delays: [UInt32] = (0..<9).map { (1_000 + UInt32(getpid() % 500)) << $0 }
}

extension KeychainError {
    /// That the TPM took a command and gave no answer.
    fileprivate static let silentTPM = KeychainError(
        .hardwareUnavailable, "the TPM did not answer in time", nativeDomain: "errno",
        nativeCode: Int(ETIMEDOUT),
        advice: "try again; if it stays so, restart the machine, or what provides the TPM")

    /// Whether there is a TPM, of which nothing more is known.
    var isSilentTPM: Bool { self == .silentTPM }

    /// That the TPM stayed as busy as one answer of it said; 1 and 2 of this domain are of keys.
    fileprivate static func busyTPM(_ answer: KeychainError) -> KeychainError {
        KeychainError(
            answer.code, answer.message, nativeDomain: "holdfast.tpm", nativeCode: 3,
            advice: answer.advice)
    }

    fileprivate var isLackOfPlaces: Bool {
        guard nativeDomain == TPMCode.domain, let code = nativeCode.flatMap(UInt32.init) else {
            return false
        }
        let answer = TPMCode(code).answer
        return answer == .objectMemory || answer == .sessionMemory
    }
}
#endif
