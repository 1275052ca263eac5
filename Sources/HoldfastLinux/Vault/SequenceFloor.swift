#if os(Linux)
import Glibc
import HoldfastCore
import HoldfastCrypto

/// The lowest sequence number that the vault can truly have, in a small file beside it.
///
/// SQLite takes a damaged or missing write-ahead log for one that was never written, and answers
/// with older data as if nothing had happened. This file, written after each commit, tells. It is
/// not synced, so it may lag behind, never run ahead of, what is durable; and it travels with a
/// copy of the directory, so restoring a whole copy is no damage.
///
/// The file, 40 bytes: the vault's id (16), the number (8), the first 16 bytes of their SHA-256.
final class SequenceFloor {
    private static let byteCount = VaultID.byteCount + 8 + 16

    private let path: String
    private let vaultID: VaultID
    private var file: Int32 = -1
    /// The file's content for the number that is noted next.
    private var prepared: (number: UInt64, bytes: [UInt8])?

    init(path: String, vaultID: VaultID) {
        self.path = path
        self.vaultID = vaultID
    }

    deinit {
        if file >= 0 { close(file) }
    }

    /// The number in the file.
    ///
    /// - Returns: `nil` if there is no such file or it is not whole: it is an addition, and without
    ///   it nothing is refused.
    /// - Throws: `DATA_CORRUPTED` if it is whole and another vault's: then the vault's file was put
    ///   in the place of another's.
    func read() throws(KeychainError) -> UInt64? {
        var count = 0
        var failure: Errno?
        let bytes = [UInt8](count: Self.byteCount) { buffer in
            do throws(Errno) {
                count = try FileSystem.read(path, into: buffer) ?? 0
            } catch {
                failure = error
            }
        }
        if let failure { throw KeychainError(failure, "the vault's sequence file cannot be read") }
        guard count == Self.byteCount else { return nil }
        let found = bytes.withUnsafeBytes { bytes -> (id: [UInt8], number: UInt64)? in
            var reader = ByteReader(bytes)
            guard let id = reader.array(VaultID.byteCount), let number = reader.number(UInt64.self),
                let owner = VaultID(id), Self.encoded(owner, number).elementsEqual(bytes)
            else { return nil }
            return (id, number)
        }
        guard let found else { return nil }
        guard found.id == vaultID.bytes else {
            throw KeychainError(
                .dataCorrupted, "the vault's file and its file `sequence` are of different vaults",
                advice: "put back the whole directory of one vault; if this file alone is all there"
                    + " is, remove the file `sequence`")
        }
        return found.number
    }

    /// Makes ready to note a number: before the commit, while what hashes is still at hand.
    func prepare(_ number: UInt64) {
        prepared = (number, Self.encoded(vaultID, number))
    }

    /// Notes a number that is durable in the vault.
    ///
    /// - Throws: `UNKNOWN` with an errno; the vault itself is already written then.
    func write(_ number: UInt64) throws(KeychainError) {
        do throws(Errno) {
            if file < 0 { file = try open() }
            if prepared?.number != number { prepare(number) }
            guard let bytes = prepared?.bytes else { return }
            try bytes.withRawBytes { (bytes) throws(Errno) in
                try FileSystem.write(bytes, to: file, at: 0)
            }
        } catch {
            throw KeychainError(error, "the vault's sequence file cannot be written")
        }
    }

    private func open() throws(Errno) -> Int32 {
        let file = try FileSystem.openRegular(path, O_WRONLY | O_CREAT, mode: 0o600)
        guard fchmod(file, 0o600) == 0 else {
            let error = Errno.current
            close(file)
            throw error
        }
        return file
    }

    private static func encoded(_ vaultID: VaultID, _ number: UInt64) -> [UInt8] {
        ByteWriter.encode(reserving: byteCount) { writer in
            writer.put(vaultID.bytes)
            writer.put(number)
            writer.put(SHA256.hash(keeping: 16, writer.bytes))
        }
    }
}
#endif
