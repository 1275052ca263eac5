import HoldfastCore
@testable import HoldfastE2EE
@testable import HoldfastWire

/// What the identity has stored decodes to exactly what encodes: its record, its progress and what
/// is under way, chosen by the first byte.
func fuzzIdentityRecord(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let kind = input.byte()
    let bytes = [UInt8](input.rest)
    do throws(KeychainError) {
        let encoded =
            switch kind % 3 {
            case 0: try IdentityRecord(bytes).bytes
            case 1: try IdentityProgress(bytes).bytes
            default: try IdentityIntent(bytes).bytes
            }
        precondition(encoded == bytes, "another encoding was accepted")
    } catch {
        precondition(
            error.code == .dataCorrupted || error.code == .unsupported, "another code was thrown")
    }
    return 0
}
