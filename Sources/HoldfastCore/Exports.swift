// Values go in and out as this type: who uses a store need not name the module it comes from.
@_exported public import struct HoldfastCrypto.SecretBytes
