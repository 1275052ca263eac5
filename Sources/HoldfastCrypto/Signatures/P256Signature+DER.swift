extension P256Signature {
    /// Takes a signature in DER, as X.509, TLS, TPMs and both phones' keystores have it.
    ///
    /// There is one way to write a signature in DER, and what is written in any other is refused:
    /// no long lengths, no superfluous zeros, no negative numbers, nothing after the end.
    ///
    /// - Parameter der: 8 to 72 bytes: a SEQUENCE of the INTEGERs r and s.
    /// - Throws: ``CryptoError`` with `invalidParameter` for anything that is not strict DER, and
    ///   for numbers that are zero, or n and above.
    /// - Note: Standard: RFC 3279, section 2.2.3; X.690, section 10.
    public init(der: [UInt8]) throws(CryptoError) {
        var rest = der[...]
        guard rest.popFirst() == Self.sequenceTag, let count = rest.popFirst(),
            Int(count) == rest.count
        else { throw Self.notDER }
        let numbers = try Self.takeInteger(&rest) + Self.takeInteger(&rest)
        guard rest.isEmpty else { throw Self.notDER }
        try self.init(numbers)
    }

    /// The signature in DER, 8 to 72 bytes.
    public var der: [UInt8] {
        let numbers = Self.integer(r) + Self.integer(s)
        return [Self.sequenceTag, UInt8(numbers.count)] + numbers
    }

    private static func integer(_ number: ArraySlice<UInt8>) -> [UInt8] {
        // The number is not zero, so that a digit is left.
        var digits = [UInt8](number.drop { $0 == 0 })
        if digits[0] & signBit != 0 { digits.insert(0, at: 0) }
        return [integerTag, UInt8(digits.count)] + digits
    }

    /// Takes an INTEGER off the front, as 32 bytes.
    private static func takeInteger(
        _ rest: inout ArraySlice<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        guard rest.popFirst() == integerTag, let count = rest.popFirst(),
            count >= 1, Int(count) <= rest.count
        else { throw notDER }
        var digits = rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
        guard digits.first.map({ $0 & signBit == 0 }) == true else { throw notDER }
        if digits.first == 0 && digits.count > 1 {
            digits.removeFirst()
            // A zero in front is there for a number that would be negative without it.
            guard digits.first.map({ $0 & signBit != 0 }) == true else { throw notDER }
        }
        guard digits.count <= P256Order.byteCount else { throw notDER }
        return [UInt8](repeating: 0, count: P256Order.byteCount - digits.count) + digits
    }

    private static var notDER: CryptoError {
        CryptoError(.invalidParameter, "The bytes are not a signature in DER.")
    }

    private static let sequenceTag: UInt8 = 0x30
    private static let integerTag: UInt8 = 0x02
    private static let signBit: UInt8 = 0x80
}
