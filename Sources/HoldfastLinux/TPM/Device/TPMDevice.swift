#if os(Linux) && TPM
import HoldfastCore
import HoldfastCrypto

/// A TPM 2.0 as this process uses it: one operation at a time, and between two of them no place of
/// the TPM is taken and no way to it is open.
final class TPMDevice: Sendable {
    /// Where it is.
    let address: TPMAddress
    private let memory = Locked(TPMMemory())

    /// Takes a TPM's place; opens nothing.
    init(_ address: TPMAddress) {
        self.address = address
    }

    /// Runs an operation on the caller's thread, which waits for the TPM and for other threads.
    ///
    /// - Parameter body: gets the open way.
    /// - Returns: what the body returns.
    /// - Throws: `HARDWARE_UNAVAILABLE` if the TPM cannot be reached; what the body throws.
    func perform<R: Sendable>(
        _ body: (TPMConnection) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        TPMLibraryLog.silence()
        let result = memory.withLock { memory in
            BrokenPipe.held { attempt(&memory, body) }
        }
        return try result.get()
    }

    private func attempt<R: Sendable>(
        _ memory: inout TPMMemory, _ body: (TPMConnection) throws(KeychainError) -> R
    ) -> Result<R, KeychainError> {
        Result { () throws(KeychainError) -> R in
            let connection = try TPMConnection(address, memory)
            defer { memory = connection.memory }
            return try body(connection)
        }
    }
}
#endif
