@testable import HoldfastCore

/// Names of any text: refused or kept to the byte.
func fuzzItemKey(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let split = min(Int(input.byte()) * 4, input.rest.count)
    let service = String(decoding: input.rest.prefix(split), as: UTF8.self)
    let account = String(decoding: input.rest.dropFirst(split), as: UTF8.self)
    do throws(KeychainError) {
        let key = try ItemKey(service: service, account: account)
        precondition(key.service.utf8.elementsEqual(service.utf8))
        for name in [key.service, key.account] {
            let scalars = name.unicodeScalars
            precondition((1...256).contains(scalars.count) && !scalars.contains("\u{0}"))
        }
        precondition(key == key && !(key < key))
    } catch {
        precondition(error.code == .invalidArgument)
    }
    return 0
}
