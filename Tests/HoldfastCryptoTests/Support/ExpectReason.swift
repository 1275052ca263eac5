import HoldfastCrypto
import Testing

/// Expects a body to fail with a certain reason.
func expect(
    _ reason: CryptoError.Reason, _ body: () throws(CryptoError) -> Void,
    at location: SourceLocation = #_sourceLocation
) {
    do {
        try body()
        Issue.record("nothing was thrown, expected \(reason)", sourceLocation: location)
    } catch {
        #expect(error.reason == reason, sourceLocation: location)
    }
}
