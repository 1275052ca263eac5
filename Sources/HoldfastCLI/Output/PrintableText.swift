import HoldfastCrypto

/// Decides what may go to a terminal as it is.
enum PrintableText {
    /// Whether bytes are UTF-8 text without anything that a terminal would obey or hide.
    ///
    /// Tab and line feed are text; a carriage return could paint over what stands before it.
    static func isPrintable(_ secret: SecretBytes) -> Bool {
        secret.isUTF8 { $0 == "\n" || $0 == "\t" || isPrintable($0) }
    }

    /// Whether a character shows as itself and as nothing else.
    ///
    /// - Note: Control characters C0, DEL and C1 (ISO 6429), the separators of lines and
    ///   paragraphs, and the characters that turn the direction of writing (Unicode UAX #9).
    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0: false
        case 0x200e...0x200f, 0x061c, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: false
        default: true
        }
    }
}
