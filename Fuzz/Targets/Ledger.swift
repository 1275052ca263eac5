@testable import HoldfastCore
@testable import HoldfastCrypto

/// What decodes is exactly what encodes, behind a tag that is right.
func fuzzLedger(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let hashKey = [UInt8](repeating: input.byte(), count: 32)
    let body = Array("HFLEDGER".utf8) + [0, 1] + hashKey + [UInt8](input.rest)
    let tag = HMACSHA256Key(SecretBytes(hashKey)).authenticate(body)
    do throws(LedgerDamage) {
        let ledger = try Ledger(decoding: body + tag)
        precondition(ledger.encoded == body + tag, "another encoding was accepted")
    } catch {
        precondition(error == .damaged, "the format is the known one")
    }
    return 0
}
