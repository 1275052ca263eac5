#if !canImport(CryptoKit)
import HoldfastCore

/// A file of `SharedPreferences`, with the place of each entry, so that one can be cut out.
///
/// Reads what Android itself writes, and nothing else: what is not understood is damage.
///
/// - Note: AOSP `frameworks/base/core/java/com/android/internal/util/XmlUtils.java`, `writeMapXml`,
///   and `FastXmlSerializer.java`.
struct PreferencesXML: Sendable {
    /// One preference.
    struct Entry: Sendable {
        let name: String
        /// The text of a string; `nil` for numbers, flags and sets.
        let text: String?
        fileprivate let range: Range<Int>
    }

    /// In the order of the file; no two have one name.
    let entries: [Entry]
    private let bytes: [UInt8]

    /// Takes a file apart.
    ///
    /// - Throws: `DATA_CORRUPTED` for anything but a map of preferences, `UNSUPPORTED` for Android's
    ///   binary XML.
    init(_ bytes: [UInt8]) throws(KeychainError) {
        self.bytes = bytes
        if bytes.starts(with: Array("ABX\0".utf8)) { throw Self.binary }
        var reader = XMLReader(bytes)
        var entries: [Entry] = []
        reader.skipSpace()
        if reader.take("<?xml") { try reader.skip(past: "?>") }
        reader.skipSpace()
        guard let map = try reader.startTag(), map.name == "map" else { throw XMLReader.damaged }
        if !map.isClosed {
            while try !reader.endTag("map") { entries.append(try Self.entry(&reader)) }
        }
        reader.skipSpace()
        guard reader.isAtEnd, Set(entries.map { Array($0.name.utf8) }).count == entries.count
        else { throw XMLReader.damaged }
        self.entries = entries
    }

    /// The text of a string; `nil` if there is no such entry, or one that is no string.
    func text(_ name: String) -> String? {
        entries.first { $0.name.utf8.elementsEqual(name.utf8) }?.text
    }

    /// The file without some entries, else byte for byte as it was.
    func removing(_ names: [String]) -> [UInt8] {
        var (rest, start): ([UInt8], Int) = ([], 0)
        for entry in entries
        where names.contains(where: { $0.utf8.elementsEqual(entry.name.utf8) }) {
            rest += bytes[start..<entry.range.lowerBound]
            start = entry.range.upperBound
        }
        return rest + bytes[start...]
    }

    private static func entry(_ reader: inout XMLReader) throws(KeychainError) -> Entry {
        reader.skipSpace()
        let start = reader.position
        guard let tag = try reader.startTag(), let name = tag.attributes["name"] else {
            throw XMLReader.damaged
        }
        var text: String?
        switch tag.name {
        case "string":
            text = tag.isClosed ? "" : try reader.text()
            if !tag.isClosed, try !reader.endTag("string") { throw XMLReader.damaged }
        case "int", "long", "float", "boolean", "null":
            if !tag.isClosed, try !reader.endTag(tag.name) { throw XMLReader.damaged }
        case "set":
            if !tag.isClosed { try skipSet(&reader) }
        default: throw XMLReader.damaged
        }
        return Entry(name: name, text: text, range: start..<reader.position)
    }

    private static func skipSet(_ reader: inout XMLReader) throws(KeychainError) {
        while try !reader.endTag("set") {
            guard let tag = try reader.startTag(), tag.name == "string" || tag.name == "null"
            else { throw XMLReader.damaged }
            if tag.isClosed { continue }
            _ = try reader.text()
            guard try reader.endTag(tag.name) else { throw XMLReader.damaged }
        }
    }

    private static let binary = KeychainError(
        .unsupported, "the preferences are in Android's binary XML, which apps do not write")
}
#endif
