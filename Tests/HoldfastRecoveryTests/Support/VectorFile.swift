import FoundationEssentials

/// A file beside the tests, read from where the source lies.
enum VectorFile {
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    static func decode<Value: Decodable>(_ name: String, _ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(try bytes(name)))
    }

    static func words(_ name: String) throws -> [String] {
        String(decoding: try bytes("Vectors/bip39/\(name).txt"), as: UTF8.self)
            .split(separator: "\n").map { String($0) }
    }
}

/// Bytes of hexadecimal digits.
func bytes(hex: some StringProtocol) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
}
