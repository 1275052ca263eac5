import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// The kinds of files that an import reads.
enum TransferFormat: String, CaseIterable {
    case holdfast, json, env

    /// Tells a file's kind by how it begins: an export's first line, a bracket, else `.env`.
    static func of(_ file: UnsafeRawBufferPointer) -> TransferFormat {
        // Without the version, so that a newer export is called so and not read as something else.
        if file.starts(with: "holdfast-export-v".utf8) { return .holdfast }
        let start = file.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let first = file.dropFirst(start).first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
        let isJSON = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
        return isJSON ? .json : .env
    }
}
