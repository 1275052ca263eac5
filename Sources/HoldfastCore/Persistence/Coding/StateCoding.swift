#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HoldfastCrypto

/// JSON to and from wiped memory, without a copy that stays behind.
enum StateCoding {
    /// Encodes a value as JSON with sorted names, as `JSONDecoder` reads it by default.
    ///
    /// - Parameters:
    ///   - value: what to encode.
    ///   - frame: what to put around so many bytes of JSON.
    /// - Returns: head, JSON, tail.
    /// - Throws: `INVALID_ARGUMENT` if the value cannot be encoded.
    static func encode(
        _ value: some Encodable, in frame: (Int) -> StateFrame = { _ in StateFrame() }
    ) throws(KeychainError) -> SecretBytes {
        let node = JSONNode()
        do {
            try node.encode(value, at: [])
        } catch {
            // What the value's own encoding throws is left out: its text may quote the value (P10).
            throw KeychainError(.invalidArgument, "the state cannot be encoded as JSON")
        }
        return node.bytes(in: frame)
    }

    /// Decodes a value from JSON.
    ///
    /// - Throws: `DATA_CORRUPTED` if the bytes are not JSON of that type.
    static func decode<Value: Decodable>(
        _ type: Value.Type, _ body: SecretBytes
    ) throws(KeychainError) -> Value {
        do {
            return try body.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { throw SuspensionReason.undecodable }
                // Read in place and never written: the decoder gets no copy that nobody wipes.
                let json = Data(
                    bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
                    deallocator: .none)
                return try JSONDecoder().decode(type, from: json)
            }
        } catch {
            // The decoder's own error is left out: its text quotes the value (P10).
            throw SuspensionReason.undecodable.error
        }
    }
}
