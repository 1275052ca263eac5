import HoldfastCrypto

/// Words to bytes and back: eleven bits a word, the last few of which check the others.
///
/// - Note: Standard: BIP-39, section "Generating the mnemonic".
enum WordCoding {
    /// How many bytes so many words hold; `nil` if no phrase has so many words.
    static func entropyByteCount(ofWords count: Int) -> Int? {
        count.isMultiple(of: 3) && (12...24).contains(count) ? count / 3 * 4 : nil
    }

    /// The number of one word.
    ///
    /// - Parameters:
    ///   - position: the word's place, 0 for the first.
    ///   - entropy: 16 to 32 bytes.
    /// - Returns: 0 to 2,047.
    static func number(at position: Int, of entropy: SecretBytes) -> Int {
        withChecked(entropy) { bits in
            // Eleven bits lie in two or three bytes; the byte behind the checksum is a zero.
            let (byte, bit) = (position * 11).quotientAndRemainder(dividingBy: 8)
            let three = Int(bits[byte]) << 16 | Int(bits[byte + 1]) << 8 | Int(bits[byte + 2])
            return three >> (24 - 11 - bit) & 0x7ff
        }
    }

    /// The bytes that words hold.
    ///
    /// - Parameter numbers: the words' numbers, 0 to 2,047; as many as a phrase has.
    /// - Returns: 16 to 32 bytes; `nil` if the checksum is another one's.
    static func entropy(of numbers: [Int]) -> SecretBytes? {
        guard let count = entropyByteCount(ofWords: numbers.count) else { return nil }
        let entropy = SecretBytes(count: count) { output in
            for index in output.indices { output[index] = byte(index, of: numbers) }
        }
        let last = numbers.count - 1
        return number(at: last, of: entropy) == numbers[last] ? entropy : nil
    }

    private static func byte(_ index: Int, of numbers: [Int]) -> UInt8 {
        let (word, bit) = (index * 8).quotientAndRemainder(dividingBy: 11)
        // A byte lies in one word or two.
        let next = word + 1 < numbers.count ? numbers[word + 1] : 0
        return UInt8(truncatingIfNeeded: (numbers[word] << 11 | next) >> (22 - 8 - bit))
    }

    private static func withChecked(
        _ entropy: SecretBytes, _ body: (UnsafeRawBufferPointer) -> Int
    ) -> Int {
        let checked = SecretBytes(count: entropy.count + 3) { output in
            entropy.withUnsafeBytes { entropy in
                output.copyMemory(from: entropy)
                var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
                withUnsafeMutableBytes(of: &words) { digest in
                    SHA256.hash(into: digest) { $0.absorb(entropy) }
                    output[entropy.count] = digest[0]
                    digest.wipe()
                }
            }
        }
        return checked.withUnsafeBytes(body)
    }
}
