#if os(Linux)
public import HoldfastCore
public import HoldfastCrypto

/// A code on paper that opens a vault when its device secret or its passcode is lost.
///
/// 160 random bits as 32 letters and digits, and 4 more by which a slip of the pen is told from a
/// wrong code, in 9 groups of 4. The code is never stored; the vault keeps what it wraps.
///
/// - Note: Douglas Crockford, "Base 32", for the letters and how they are read back: in either
///   case, `I` and `L` as 1, `O` as 0; hyphens and spaces count for nothing.
public struct RescueCode: Sendable, Equatable {
    static let byteCount = 20
    private static let symbolCount = 36
    private static let groupLength = 4
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The 160 bits.
    let bytes: SecretBytes

    /// Draws a new code.
    ///
    /// - Returns: a code that no vault knows yet.
    /// - Throws: `UNKNOWN` with the domain `holdfast.crypto` if the system gives no randomness.
    public static func make() throws(KeychainError) -> RescueCode {
        try make(random: SystemRandom())
    }

    static func make(random: any SecureRandom) throws(KeychainError) -> RescueCode {
        try crypto { () throws(CryptoError) in RescueCode(bytes: try random.secret(byteCount)) }
    }

    private init(bytes: SecretBytes) {
        self.bytes = bytes
    }

    /// Reads a code that a person typed.
    ///
    /// - Parameter typed: ASCII; grouping and case do not matter.
    /// - Throws: `INVALID_ARGUMENT` if it has other characters, too few or too many, or a slip that
    ///   its last group gives away.
    public init(_ typed: SecretBytes) throws(KeychainError) {
        let packed = try Self.packed(typed)
        bytes = packed.withUnsafeBytes {
            SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<Self.byteCount]))
        }
        guard Self.withChecksum(bytes) == packed else {
            throw KeychainError(
                .invalidArgument, "the rescue code has a typing error: its last group does not fit",
                advice: "compare it with the paper, letter by letter, and type it again")
        }
    }

    /// The code as it is printed: 9 groups of 4 with hyphens between, 44 bytes of ASCII.
    public var text: SecretBytes {
        let packed = Self.withChecksum(bytes)
        let length = Self.symbolCount + Self.symbolCount / Self.groupLength - 1
        return SecretBytes(count: length) { output in
            packed.withUnsafeBytes { packed in
                var position = 0
                for index in 0..<Self.symbolCount {
                    if index > 0 && index % Self.groupLength == 0 {
                        output[position] = UInt8(ascii: "-")
                        position += 1
                    }
                    output[position] = Self.alphabet[Self.symbol(index, in: packed)]
                    position += 1
                }
            }
        }
    }

    // MARK: - Bits

    /// The code's bytes and the 20 bits of the checksum behind them; the last 4 bits are 0.
    private static func withChecksum(_ bytes: SecretBytes) -> SecretBytes {
        let digest = SHA256.hash { message in
            message.absorb(Array("holdfast/rescue-checksum/v1".utf8))
            bytes.withUnsafeBytes { message.absorb($0) }
        }
        return SecretBytes(count: byteCount + 3) { output in
            bytes.withUnsafeBytes { output.copyMemory(from: $0) }
            output[byteCount] = digest[0]
            output[byteCount + 1] = digest[1]
            output[byteCount + 2] = digest[2] & 0xf0
        }
    }

    /// The five bits of one symbol, the first being the highest ones.
    private static func symbol(_ index: Int, in packed: UnsafeRawBufferPointer) -> Int {
        let bit = index * 5
        let next = bit / 8 + 1 < packed.count ? packed[bit / 8 + 1] : 0
        let window = UInt16(packed[bit / 8]) << 8 | UInt16(next)
        return Int(window >> (11 - bit % 8) & 31)
    }

    private static func packed(_ typed: SecretBytes) throws(KeychainError) -> SecretBytes {
        var count = 0
        var isForeign = false
        let packed = SecretBytes(count: byteCount + 3) { output in
            typed.withUnsafeBytes { typed in
                for character in typed where character != 0x2d && character != 0x20 {
                    guard let value = value(of: character) else {
                        isForeign = true
                        return
                    }
                    if count < symbolCount { put(value, at: count, into: output) }
                    count += 1
                }
            }
        }
        guard !isForeign else {
            throw KeychainError(
                .invalidArgument, "the rescue code has a character that no code has",
                advice: "it is made of digits and letters, without U, and of hyphens")
        }
        guard count == symbolCount else {
            throw KeychainError(
                .invalidArgument,
                "the rescue code has \(count) letters and digits instead of \(symbolCount)",
                advice: "type all 9 groups of 4")
        }
        return packed
    }

    private static func put(_ value: Int, at index: Int, into output: UnsafeMutableRawBufferPointer)
    {
        let bit = index * 5
        let window = UInt16(value) << (11 - bit % 8)
        output[bit / 8] |= UInt8(window >> 8)
        if bit / 8 + 1 < output.count { output[bit / 8 + 1] |= UInt8(window & 0xff) }
    }

    private static func value(of character: UInt8) -> Int? {
        let upper = (0x61...0x7a).contains(character) ? character - 0x20 : character
        switch upper {
        case UInt8(ascii: "O"): return 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        default: return alphabet.firstIndex(of: upper)
        }
    }
}
#endif
