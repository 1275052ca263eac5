@testable import HoldfastCrypto

/// What is taken for a point is written in one way, and agrees; nothing else stops the process.
func fuzzP256Point(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    if let key = point({ () throws(CryptoError) in try P256PublicKey(bytes) }) {
        precondition(key.bytes == bytes, "another encoding was accepted")
        check(key)
    }
    if let key = point({ () throws(CryptoError) in try P256PublicKey(compressed: bytes) }) {
        precondition(key.compressedBytes == bytes, "another short encoding was accepted")
        check(key)
    }
    if let signature = point({ () throws(CryptoError) in try P256Signature(der: bytes) }) {
        precondition(signature.der == bytes, "another encoding of a signature was accepted")
        precondition(signature.withLowS.hasLowS)
    }
    return 0
}

private func check(_ key: P256PublicKey) {
    guard let again = point({ () throws(CryptoError) in try P256PublicKey(key.bytes) }),
        let secret = point({ () throws(CryptoError) in try ownKey.sharedSecret(with: key) })
    else { preconditionFailure("a point that was taken is a point") }
    precondition(again == key && secret.count == 32)
}

/// What a body gives, or `nil` if it refuses for a reason that input can be.
private func point<R>(_ body: () throws(CryptoError) -> R) -> R? {
    do {
        return try body()
    } catch {
        precondition(error.reason == .invalidLength || error.reason == .invalidParameter)
        return nil
    }
}

private let ownKey: P256PrivateKey = {
    do {
        return try P256PrivateKey(derivedFrom: SecretBytes([UInt8](repeating: 1, count: 32)))
    } catch {
        preconditionFailure("32 bytes give a key")
    }
}()
