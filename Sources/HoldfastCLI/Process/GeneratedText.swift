import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Random text over an alphabet, each character as likely as any other.
struct GeneratedText {
    /// Most characters of a generated text.
    static let maximumCount = 4096
    /// Letters and digits of ASCII: safe in shells, files and addresses.
    static let standardAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    private let alphabet: [Unicode.Scalar]

    /// Takes an alphabet.
    ///
    /// - Parameter alphabet: 2 or more different characters.
    /// - Throws: `INVALID_ARGUMENT` for fewer, or for one that is there twice and would be twice as
    ///   likely.
    init(alphabet: String) throws(KeychainError) {
        self.alphabet = Array(alphabet.unicodeScalars)
        guard self.alphabet.count >= 2, Set(self.alphabet).count == self.alphabet.count else {
            throw KeychainError(
                .invalidArgument, "an alphabet has at least 2 characters, each of them once")
        }
    }

    /// Makes a text.
    ///
    /// - Parameters:
    ///   - count: number of characters.
    ///   - random: where the choices come from.
    /// - Returns: the text in UTF-8.
    /// - Throws: `UNKNOWN` if there are no random bytes.
    func make(_ count: Int, random: any SecureRandom) throws(KeychainError) -> SecretBytes {
        let text = SecretBuffer(capacity: count * 4)
        for _ in 0..<count {
            let index: Int
            do {
                index = try random.uniform(below: alphabet.count)
            } catch {
                throw KeychainError(
                    .unknown, "the system gave no random bytes", nativeDomain: "holdfast.crypto",
                    nativeCode: error.nativeCode)
            }
            for byte in String(alphabet[index]).utf8 { text.append(byte) }
        }
        return text.secret
    }
}
