extension SHA256Stream {
    /// Adds bytes to the message.
    package mutating func absorb(_ part: [UInt8]) {
        part.withUnsafeBytes { absorb($0) }
    }

    /// Adds bytes of a longer array to the message.
    package mutating func absorb(_ part: ArraySlice<UInt8>) {
        part.withUnsafeBytes { absorb($0) }
    }

    /// Adds a secret's bytes to the message.
    package mutating func absorb(_ part: SecretBytes) {
        part.withUnsafeBytes { absorb($0) }
    }

    /// Adds one byte to the message.
    package mutating func absorb(byte: UInt8) {
        withUnsafeBytes(of: byte) { absorb($0) }
    }

    /// Adds a number to the message, as 8 bytes in network order.
    package mutating func absorb(bigEndian number: UInt64) {
        withUnsafeBytes(of: number.bigEndian) { absorb($0) }
    }
}
