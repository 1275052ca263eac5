import HoldfastCore
import HoldfastCrypto

/// One item on its way out of a vault or into one.
struct TransferRecord: Sendable {
    let key: ItemKey
    let value: SecretBytes
    let kind: ItemKind
    let protection: ItemProtectionOptions
}
