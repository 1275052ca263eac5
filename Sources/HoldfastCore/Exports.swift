// Values go in and out as this type: who uses a store need not name the module it comes from.
@_exported public import struct HoldfastCrypto.SecretBytes
// So do public keys and signatures of device keys.
@_exported public import struct HoldfastCrypto.P256PublicKey
@_exported public import struct HoldfastCrypto.P256Signature
