@testable import HoldfastAndroid
@testable import HoldfastCore
@testable import HoldfastCrypto

/// An Android store's file, with a tag and a hash that are right: refused, or written and read
/// again as the same; and the record of a key, which is an item of it.
func fuzzAndroidStore(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    if let file = read(bytes) {
        precondition(!file.isWhole || SHA256.hash(Array(bytes.dropLast(32))) == bytes.suffix(32))
    }
    let body = bytes + key.authenticate(bytes)
    let whole = body + SHA256.hash(body)
    if let file = read(whole) {
        guard let store = file.authenticated(by: key) else {
            preconditionFailure("a file with a right tag is not authentic")
        }
        let again = read(store.encoded(authenticatedBy: key))
        precondition(again?.file == store, "a store is read as another one")
        precondition(again?.authenticated(by: otherKey) == nil, "another key opens it")
    }
    pair(bytes)
    return 0
}

private let key = HMACSHA256Key(SecretBytes([UInt8](repeating: 7, count: 32)))
private let otherKey = HMACSHA256Key(SecretBytes([UInt8](repeating: 8, count: 32)))

private func read(_ bytes: [UInt8]) -> UnverifiedStoreFile? {
    do throws(StoreFileDamage) {
        return try UnverifiedStoreFile(decoding: bytes)
    } catch {
        // Refused, as most bytes are.
        return nil
    }
}

private func pair(_ bytes: [UInt8]) {
    do throws(KeychainError) {
        let record = try PairRecord(decoding: item(SecretBytes(bytes)))
        precondition(record.encoded.copyBytes() == bytes, "another encoding was accepted")
    } catch {
        precondition(error.code == .dataCorrupted || error.code == .unsupported, "\(error)")
    }
}

private func item(_ value: SecretBytes) throws(KeychainError) -> Item {
    Item(
        value: value,
        attributes: ItemAttributes(
            key: try ItemKey(service: "fuzz", account: "key"), protection: .standard,
            kind: .signingKey, version: ItemVersion(rawValue: 1), created: UnixTime(seconds: 0),
            modified: UnixTime(seconds: 0), byteCount: value.count, invalidation: nil))
}
