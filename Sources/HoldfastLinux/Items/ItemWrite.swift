#if os(Linux)
package import HoldfastCore
package import HoldfastCrypto

/// One write of several that are made together.
package struct ItemWrite: Sendable {
    /// 0 to 1 048 576 bytes.
    package let value: SecretBytes
    /// The item's name.
    package let key: ItemKey
    /// Protection, condition and kind.
    package let options: WriteOptions

    /// Takes the parts.
    package init(_ value: SecretBytes, for key: ItemKey, options: WriteOptions) {
        self.value = value
        self.key = key
        self.options = options
    }
}
#endif
