#if os(Linux) && TPM
import HoldfastCore
import HoldfastCrypto
import Testing

/// The error that a body throws.
func error(of body: () throws -> Void) -> KeychainError? {
    do {
        try body()
    } catch let error as KeychainError {
        return error
    } catch {
        Issue.record("another error: \(type(of: error))")
    }
    return nil
}

/// The error that an asynchronous body throws.
func error(of body: () async throws -> Void) async -> KeychainError? {
    do {
        try await body()
    } catch let error as KeychainError {
        return error
    } catch {
        Issue.record("another error: \(type(of: error))")
    }
    return nil
}

extension P256PublicKey {
    /// Whether OpenSSL takes a signature for one of this key's.
    func hasSigned(_ message: [UInt8], _ signature: P256Signature?) throws -> Bool {
        try isValid(#require(signature), for: message)
    }
}

/// So many bytes that differ from call to call only by the seed.
func secret(_ count: Int, _ seed: UInt8 = 7) -> SecretBytes {
    SecretBytes((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ Int(seed)) })
}
#endif
