import HoldfastCrypto

/// HMAC_DRBG with SHA-256, without reseeding and additional input.
///
/// Its state is in ordinary memory: the seed is known, so there is nothing to hide.
///
/// - Note: Standard: NIST SP 800-90A Rev. 1, sections 10.1.2.2 (update), 10.1.2.3 (instantiate) and
///   10.1.2.5 (generate).
struct HMACDRBG: Sendable, Equatable {
    /// The most bytes of one generate request: 2^19 bits (table 2).
    static let maximumRequestByteCount = 65_536

    private var key = Key([UInt8](repeating: 0, count: 32))
    private var value = [UInt8](repeating: 1, count: 32)

    init(entropy: [UInt8], nonce: [UInt8], personalization: [UInt8]) {
        update(entropy + nonce + personalization)
    }

    /// Fills memory, in as many generate requests as it takes.
    mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        var start = 0
        while start < buffer.count {
            let end = min(start + Self.maximumRequestByteCount, buffer.count)
            generate(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start..<end]))
            start = end
        }
    }

    private mutating func generate(into buffer: UnsafeMutableRawBufferPointer) {
        var start = 0
        while start < buffer.count {
            value = key.authenticate(value)
            let end = min(start + value.count, buffer.count)
            UnsafeMutableRawBufferPointer(rebasing: buffer[start..<end])
                .copyBytes(from: value.prefix(end - start))
            start = end
        }
        update([])
    }

    private mutating func update(_ provided: [UInt8]) {
        key = Key(key.authenticate(value + [0] + provided))
        value = key.authenticate(value)
        guard !provided.isEmpty else { return }
        key = Key(key.authenticate(value + [1] + provided))
        value = key.authenticate(value)
    }

    /// The key as it is computed with, and its bytes to compare it by.
    private struct Key: Equatable {
        private let bytes: [UInt8]
        private let absorbed: HMACSHA256Key

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            absorbed = HMACSHA256Key(SecretBytes(bytes))
        }

        static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

        func authenticate(_ message: [UInt8]) -> [UInt8] { absorbed.authenticate(message) }
    }
}
