#if os(Linux) && SecretService
/// What KeePassXC keeps as text: its database is XML 1.0, and a few forms in it are instructions.
///
/// It gives other texts back as they were until it is started anew, so that reading back what was
/// written does not show that they will change.
///
/// - Note: KeePassXC 2.7, `src/format/KdbxXmlWriter.cpp`, `stripInvalidXml10Chars`; XML 1.0, 2.11
///   "End-of-Line Handling"; `src/core/Entry.cpp`, `resolveMultiplePlaceholders`;
///   `src/core/EntryAttributes.cpp`, `matchReference`.
enum KeePassText {
    /// Whether a name, or a label, is there unchanged after KeePassXC was started anew.
    ///
    /// - Parameter name: UTF-8.
    /// - Returns: whether it is.
    static func keepsName(_ name: [UInt8]) -> Bool {
        name.withUnsafeBytes { isKept($0) && !beginsWithMark($0) && !holdsReference($0) }
    }

    /// A label that holds no reference: what only people read may differ from the names in it.
    ///
    /// - Parameter label: made of names, each of which may be kept where the whole is not.
    /// - Returns: the label; without braces where they would begin a reference.
    static func label(_ label: String) -> String {
        guard Array(label.utf8).withUnsafeBytes(holdsReference) else { return label }
        return String(label.map { $0 == "{" ? "(" : $0 })
    }

    /// Whether bytes hold what KeePassXC takes for a reference to another entry, and refuses.
    ///
    /// - Parameter bytes: a text or a secret.
    /// - Returns: whether they do.
    static func holdsReference(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.indices.contains { start in
            bytes[start] == UInt8(ascii: "{")
                && bytes[start...].prefix(5).elementsEqual("{ref:".utf8) {
                    // Capital letters lack one bit.
                    $0 == $1 || $0 | 0x20 == $1
                }
        }
    }

    /// Whether a secret that is UTF-8 is given back unchanged if it is stored as text.
    ///
    /// A brace may begin a placeholder, which is replaced; a mark at the start is cut off.
    ///
    /// - Parameter secret: UTF-8.
    /// - Returns: whether it is.
    static func keepsSecret(_ secret: UnsafeRawBufferPointer) -> Bool {
        isKept(secret) && !secret.contains(UInt8(ascii: "{")) && !beginsWithMark(secret)
    }

    /// Whether each character is one that is written and read again as it is.
    private static func isKept(_ text: UnsafeRawBufferPointer) -> Bool {
        for (place, byte) in text.enumerated() {
            switch byte {
            case 0x09, 0x0a: continue
            // A carriage return is read as the end of a line.
            case 0..<0x20, 0x7f: return false
            // U+0080 to U+009F.
            case 0xc2 where text[place + 1] < 0xa0: return false
            // U+FFFE and U+FFFF.
            case 0xef where text[place + 1] == 0xbf && text[place + 2] >= 0xbe: return false
            default: continue
            }
        }
        return true
    }

    /// Whether a text begins with the mark of its encoding, which Qt cuts off.
    private static func beginsWithMark(_ text: UnsafeRawBufferPointer) -> Bool {
        text.prefix(3).elementsEqual([0xef, 0xbb, 0xbf])
    }
}
#endif
