#if os(Linux)
import Glibc
import HoldfastCore
import HoldfastCrypto

/// When the whole vault was last exported, in a small file beside it; only advice hangs on it.
///
/// The file, 48 bytes: the vault's id (16), the time in seconds since 1970 (8), how many items were
/// left out (8), the first 16 bytes of their SHA-256. It is not authenticated: whoever writes it makes the doctor say less.
struct ExportNote {
    private static let byteCount = VaultID.byteCount + 8 + 8 + 16

    let path: String
    let vaultID: VaultID

    /// What is in the file; `nil` if it is not of this vault, or not whole.
    func read() throws(KeychainError) -> (time: UnixTime, omissions: Int)? {
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
                let number = reader.number(UInt64.self), let omissions = Int(exactly: number)
            else { return nil }
            let time = UnixTime(seconds: Int64(bitPattern: seconds))
            let whole = encoded(time, omissions).elementsEqual(bytes)
            return whole ? (time, omissions) : nil
        }
    }

    /// Notes an export.
    ///
    /// - Parameters:
    ///   - time: when.
    ///   - omissions: how many items it left out; 0 or more.
    /// - Throws: `UNKNOWN` with an errno; the export is none the worse.
    func write(_ time: UnixTime, omissions: Int) throws(KeychainError) {
        do throws(Errno) {
            let file = try FileSystem.openRegular(path, O_WRONLY | O_CREAT, mode: 0o600)
            defer { close(file) }
            guard fchmod(file, 0o600) == 0 else { throw Errno.current }
            try encoded(time, omissions).withRawBytes { (bytes) throws(Errno) in
                try FileSystem.write(bytes, to: file, at: 0)
            }
        } catch {
            throw KeychainError(error, "the note of the last export cannot be written")
        }
    }

    private func encoded(_ time: UnixTime, _ omissions: Int) -> [UInt8] {
        ByteWriter.encode(reserving: Self.byteCount) { writer in
            writer.put(vaultID.bytes)
            writer.put(UInt64(bitPattern: time.seconds))
            writer.put(UInt64(omissions))
            writer.put(SHA256.hash(writer.bytes).prefix(16))
        }
    }
}
#endif
