import HoldfastCrypto
import HoldfastWire

/// What a login gave.
struct LiveSession: Sendable {
    let ticket: [UInt8]
    let key: HMACSHA256Key
    /// When the ticket ends, by the relay's clock.
    let expires: Int64

    /// Shortly before its end a session counts as ended, so that no request meets the end on its
    /// way.
    private static let margin: Int64 = 30

    func isAlive(at relayTime: Int64) -> Bool { relayTime < expires.subtracting(Self.margin) }

    /// The header of one request.
    func authorization(
        _ method: RelayHTTPRequest.Method, _ target: String, _ body: [UInt8], at relayTime: Int64,
        random: any SecureRandom
    ) throws(CryptoError) -> String {
        let proof = RequestProof(
            method: method.rawValue, target: target, body: body, ticket: ticket, time: relayTime,
            request: try random.bytes(RequestProof.requestByteCount), key: key)
        return "Holdfast " + Hex.text(proof.bytes)
    }
}

extension Int64 {
    /// The difference, as far as a number can say it: times from outside can be at both ends.
    func subtracting(_ other: Int64) -> Int64 {
        let (difference, overflows) = subtractingReportingOverflow(other)
        guard overflows else { return difference }
        return self > other ? .max : .min
    }
}
