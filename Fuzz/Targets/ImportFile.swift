import HoldfastCore
import HoldfastCrypto

/// Files that an import reads: what is accepted is written and read again as the same.
///
/// The parsers are files of the tool, which are part of this program.
func fuzzImportFile(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    refusable { () throws(KeychainError) in
        let value = try JSONParser.parse(bytes)
        let text = written(value)
        let again = text.withUnsafeBytes { text in
            Result { () throws(KeychainError) in try JSONParser.parse(text) }
        }
        let same = try again.get()
        precondition(written(same) == text, "JSON is read as another value")
    }
    refusable { () throws(KeychainError) in
        for record in try TransferDocument.read(bytes, service: "fuzz") {
            precondition(record.value.count <= Item.maximumByteCount)
            precondition(!record.kind.isDeviceKey, "a device key came from elsewhere")
        }
    }
    refusable { () throws(KeychainError) in
        let pairs = try DotEnvParser.parse(bytes)
        precondition(Set(pairs.map(\.key)).count == pairs.count, "a key stands there twice")
        let lines = bytes.lazy.filter { $0 == 0x0a }.count + 1
        precondition(pairs.allSatisfy { (1...lines).contains($0.line) })
    }
    _ = TransferFormat.of(bytes)
    return 0
}

/// The shortest text of a value.
private func written(_ value: JSONValue) -> [UInt8] {
    switch value {
    case .object(let members):
        let parts = members.map {
            string(Array($0.name.utf8)) + Array(":".utf8) + written($0.value)
        }
        return Array("{".utf8) + Array(parts.joined(separator: ",".utf8)) + Array("}".utf8)
    case .array(let elements):
        return Array("[".utf8) + Array(elements.map(written).joined(separator: ",".utf8))
            + Array("]".utf8)
    case .string(let text): return string(text.copyBytes())
    case .number(let text): return Array(text.utf8)
    case .bool(let flag): return Array((flag ? "true" : "false").utf8)
    case .null: return Array("null".utf8)
    }
}

private let digits = Array("0123456789abcdef".utf8)

private func string(_ bytes: [UInt8]) -> [UInt8] {
    let escaped = bytes.flatMap { byte -> [UInt8] in
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
        case 0..<0x20:
            Array("\\u00".utf8) + [0x30 + byte >> 4] + [digits[Int(byte & 15)]]
        default: [byte]
        }
    }
    return Array("\"".utf8) + escaped + Array("\"".utf8)
}

private func refusable(_ body: () throws(KeychainError) -> Void) {
    do throws(KeychainError) {
        try body()
    } catch {
        precondition(error.code == .invalidArgument, "\(error)")
    }
}
