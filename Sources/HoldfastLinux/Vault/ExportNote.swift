#if os(Linux)
import Glibc
import HoldfastCore
import HoldfastCrypto

/// When the whole vault was last exported, in a small file beside it; only advice hangs on it.
///
/// It is not authenticated: whoever writes it makes the doctor say less.
///
/// - Note: Format: `docs/formats/vault.md`, "`exported`".
struct ExportNote {
    /// What is noted of an export.
    struct Content: Equatable {
        /// When it was made.
        let time: UnixTime
        /// How many items it left out.
        let omissions: Int
        /// How many of these could have been exported, had there been somebody to ask.
        let misses: Int
    }

    private static let byteCount = VaultID.byteCount + 8 + 8 + 8 + 16

    let path: String
    let vaultID: VaultID

    /// What is in the file; `nil` if it is not of this vault, or not whole.
    func read() throws(KeychainError) -> Content? {
        var count = 0
        var failure: Errno?
        let bytes = [UInt8](count: Self.byteCount) { buffer in
            do throws(Errno) {
                count = try FileSystem.read(path, into: buffer) ?? 0
            } catch {
                failure = error
            }
        }
        if let failure {
            throw KeychainError(failure, "the note of the last export cannot be read")
        }
        guard count == Self.byteCount else { return nil }
        return bytes.withUnsafeBytes { bytes in
            var reader = ByteReader(bytes)
            guard reader.array(VaultID.byteCount) == vaultID.bytes,
                let seconds = reader.number(UInt64.self),
                let omissions = reader.number(UInt64.self).flatMap(Int.init(exactly:)),
                let misses = reader.number(UInt64.self).flatMap(Int.init(exactly:))
            else { return nil }
            let content = Content(
                time: UnixTime(seconds: Int64(bitPattern: seconds)), omissions: omissions,
                misses: misses)
            return encoded(content).elementsEqual(bytes) ? content : nil
        }
    }

    /// Notes an export.
    ///
    /// - Parameter content: when, and what it left out; numbers of 0 or more.
    /// - Throws: `UNKNOWN` with an errno; the export is none the worse.
    func write(_ content: Content) throws(KeychainError) {
        do throws(Errno) {
            let file = try FileSystem.openRegular(path, O_WRONLY | O_CREAT, mode: 0o600)
            defer { close(file) }
            guard fchmod(file, 0o600) == 0 else { throw Errno.current }
            try encoded(content).withRawBytes { (bytes) throws(Errno) in
                try FileSystem.write(bytes, to: file, at: 0)
            }
        } catch {
            throw KeychainError(error, "the note of the last export cannot be written")
        }
    }

    private func encoded(_ content: Content) -> [UInt8] {
        ByteWriter.encode(reserving: Self.byteCount) { writer in
            writer.put(vaultID.bytes)
            writer.put(UInt64(bitPattern: content.time.seconds))
            writer.put(UInt64(content.omissions))
            writer.put(UInt64(content.misses))
            writer.put(SHA256.hash(writer.bytes).prefix(16))
        }
    }
}
#endif
