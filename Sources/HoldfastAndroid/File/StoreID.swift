import HoldfastCore
import HoldfastCrypto

/// Which store a file, a ledger and the aliases of the Keystore belong to: 16 random bytes.
///
/// Drawn when a store is made, so that a file which came back from a backup never meets a key of
/// the installation it came back into.
struct StoreID: Sendable, Hashable {
    static let byteCount = 16

    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(random: any SecureRandom) throws(KeychainError) {
        bytes = try crypto { () throws(CryptoError) in try random.bytes(Self.byteCount) }
    }

    /// What the store's aliases begin with.
    var aliasPrefix: String { Self.commonAliasPrefix + bytes.hexadecimal + "." }

    /// What the aliases of all stores of this package begin with.
    static let commonAliasPrefix = "holdfast.store."
}

/// Which key of a store: 8 random bytes, the end of its alias; never used twice.
struct KeyID: Sendable, Hashable {
    static let byteCount = 8

    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(random: any SecureRandom) throws(KeychainError) {
        bytes = try crypto { () throws(CryptoError) in try random.bytes(Self.byteCount) }
    }

    func alias(in store: StoreID) -> String { store.aliasPrefix + bytes.hexadecimal }
}

extension [UInt8] {
    /// Two lower-case digits a byte.
    fileprivate var hexadecimal: String {
        let digits = Array<UInt8>("0123456789abcdef".utf8)
        return String(
            decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
