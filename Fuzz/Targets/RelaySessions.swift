@testable import HoldfastCrypto
@testable import HoldfastWire

/// What decodes is exactly what encodes, and nothing that was made up is proven by a key.
func fuzzRelaySessions(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    let key = HMACSHA256Key(SecretBytes([UInt8](repeating: 7, count: 32)))
    same(bytes) { (bytes) throws(WireError) in try RelayGreeting(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try LoginStatement(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try SignedLogin(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in
        let grant = try SessionGrant(bytes)
        precondition(!grant.isProven(by: key), "a grant was made up")
        return grant.bytes
    }
    same(bytes) { (bytes) throws(WireError) in
        let proof = try RequestProof(bytes)
        precondition(
            !proof.holds(method: "GET", target: "/v1/inbox", body: [], key: key),
            "a proof was made up")
        return proof.bytes
    }
    return 0
}
