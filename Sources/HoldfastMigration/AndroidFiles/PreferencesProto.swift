#if !canImport(CryptoKit)
import HoldfastCore

/// A file of Jetpack's Preferences DataStore, with the place of each entry.
///
/// - Note: AOSP `datastore/datastore-preferences-proto/src/main/proto/preferences.proto`:
///   `PreferenceMap` has a map of names to values in field 1, a text is field 6 of a `Value`.
struct PreferencesProto: Sendable {
    /// One preference.
    struct Entry: Sendable {
        let name: String
        /// The text of a string; `nil` for anything else.
        let text: String?
        fileprivate let range: Range<Int>
    }

    /// In the order of the file; no two have one name.
    let entries: [Entry]
    private let bytes: [UInt8]

    /// Takes a file apart.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is no map of preferences.
    init(_ bytes: [UInt8]) throws(KeychainError) {
        self.bytes = bytes
        let entries = bytes.withUnsafeBytes { memory in
            Result { () throws(KeychainError) in try Self.entries(memory) }
        }
        self.entries = try entries.get()
        guard Set(self.entries.map { Array($0.name.utf8) }).count == self.entries.count else {
            throw ProtobufReader.damaged
        }
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

    private static func entries(
        _ memory: UnsafeRawBufferPointer
    ) throws(KeychainError) -> [Entry] {
        var reader = ProtobufReader(memory, memory.indices)
        var entries: [Entry] = []
        while let field = try reader.next() {
            guard field.number == 1, case .bytes(let range) = field.value else {
                throw ProtobufReader.damaged
            }
            var pair = ProtobufReader(memory, range)
            var (name, text): (String?, String?) = (nil, nil)
            while let part = try pair.next() {
                switch (part.number, part.value) {
                case (1, .bytes(let range)): name = try Self.text(memory, range)
                case (2, .bytes(let range)): text = try Self.value(memory, range)
                default: throw ProtobufReader.damaged
                }
            }
            guard let name else { throw ProtobufReader.damaged }
            entries.append(Entry(name: name, text: text, range: field.range))
        }
        return entries
    }

    private static func value(
        _ memory: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(KeychainError) -> String? {
        var reader = ProtobufReader(memory, range)
        var found: String?
        while let field = try reader.next() {
            guard field.number == 6 else { continue }
            guard case .bytes(let range) = field.value else { throw ProtobufReader.damaged }
            found = try text(memory, range)
        }
        return found
    }

    private static func text(
        _ memory: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(KeychainError) -> String {
        let text = String(decoding: memory[range], as: UTF8.self)
        // Decoding repairs; a repaired name would be another name.
        guard text.utf8.elementsEqual(memory[range]) else { throw ProtobufReader.damaged }
        return text
    }
}
#endif
