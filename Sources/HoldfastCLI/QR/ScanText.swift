import HoldfastCore
import HoldfastLinux
import HoldfastWire

/// Public bytes as a text that a code to scan holds in little room, and that can be sent and typed.
///
/// - Note: Standard: RFC 4648, section 6 (base 32), without padding, behind the word `HOLDFAST:`;
///   ISO/IEC 18004, table 5, for the characters that take the least room.
enum ScanText {
    private static let prefix = Array("HOLDFAST:".utf8)
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    /// More than any text of ours has.
    static let characterLimit = 16_384

    /// The text of some bytes.
    static func text(of bytes: [UInt8]) -> String {
        var characters = prefix
        var (bits, count) = (UInt32(0), 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | UInt32(byte), count + 8)
            while count >= 5 {
                count -= 5
                characters.append(alphabet[Int(bits >> UInt32(count) & 31)])
            }
        }
        if count > 0 { characters.append(alphabet[Int(bits << UInt32(5 - count) & 31)]) }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Reads a text.
    ///
    /// - Parameter text: what ``text(of:)`` gives, in either case; blanks and line breaks count for
    ///   nothing.
    /// - Returns: the bytes.
    /// - Throws: `INVALID_ARGUMENT` if it is no such text, or was cut.
    static func bytes(of text: String) throws(KeychainError) -> [UInt8] {
        guard text.utf8.count <= characterLimit else { throw foreign }
        let characters = text.utf8.filter { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
            .map { (0x61...0x7a).contains($0) ? $0 - 0x20 : $0 }
        guard characters.starts(with: prefix) else { throw foreign }
        var bytes: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for character in characters.dropFirst(prefix.count) {
            guard let digit = alphabet.firstIndex(of: character) else { throw foreign }
            (bits, count) = (bits << 5 | UInt32(digit), count + 5)
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        // What is left over is less than a character, and nothing: one text for any bytes.
        guard count < 5, bits & (1 << UInt32(count) - 1) == 0 else { throw foreign }
        return bytes
    }

    private static let foreign = KeychainError(
        .invalidArgument, "that is no text of Holdfast's, or a part of one",
        advice: "copy all of it, from HOLDFAST: on")
}

extension ScanText {
    /// The bytes that a word of a command line names.
    ///
    /// - Parameters:
    ///   - word: the text itself, or `-` for standard input.
    ///   - session: the surroundings.
    ///   - action: what fails otherwise.
    /// - Returns: the bytes.
    /// - Throws: as ``bytes(of:)``; `UNKNOWN` if standard input cannot be read.
    @MainActor
    static func bytes(
        from word: String, in session: Session, _ action: String
    ) throws(Failure) -> [UInt8] {
        do throws(KeychainError) {
            guard word == "-" else { return try bytes(of: word) }
            guard
                let buffer = try Descriptor.readAll(session.streams.input, limit: characterLimit),
                let text = buffer.withUnsafeBytes({ String(exactly: $0) })
            else { throw foreign }
            return try bytes(of: text)
        } catch {
            throw Failure(error, action)
        }
    }
}

extension KeychainError {
    /// The error for bytes that were scanned or sent and are not what they should be.
    ///
    /// - Parameters:
    ///   - error: what is wrong with them.
    ///   - what: what they should be: "a contact's code".
    init(scanned error: WireError, _ what: String) {
        self =
            error.reason == .newerVersion
            ? KeychainError(
                .unsupported, "that is \(what) of a newer version",
                advice: "update to that version")
            : KeychainError(
                .invalidArgument, "that is not \(what), or a part of one (\(error.field))",
                advice: "copy all of it, from HOLDFAST: on")
    }
}
