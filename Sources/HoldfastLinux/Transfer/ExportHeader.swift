package import HoldfastCore
package import HoldfastCrypto

/// The first 111 bytes of an export: how its key is made from the passphrase.
///
/// - Note: Format: `docs/formats/export.md`.
package struct ExportHeader: Sendable, Equatable {
    /// What a passphrase costs to try; within ``memoryBounds`` and ``iterationBounds``.
    package let cost: Argon2id.Parameters
    /// 16 random bytes, fresh for each export.
    package let salt: [UInt8]

    /// The first bytes of every export of this version.
    package static let magic = Array("holdfast-export-v1\n".utf8)
    /// Number of bytes of the salt.
    package static let saltByteCount = 16
    /// Number of bytes up to the checksum.
    package static let fieldsByteCount = magic.count + 12 + saltByteCount
    /// Number of bytes of the whole header, checksum and tag included.
    package static let byteCount =
        fieldsByteCount + SHA256.byteCount + HMACSHA256Key.tagByteCount
    /// KiB of memory that a file may ask for: a lower cost would give the passphrase away, a higher
    /// one take the machine down.
    package static let memoryBounds = 8 * 1024...1024 * 1024
    /// Passes that a file may ask for.
    package static let iterationBounds = 1...16

    /// Checks and keeps the fields.
    ///
    /// - Parameters:
    ///   - cost: one lane, within the bounds.
    ///   - salt: 16 bytes.
    /// - Throws: `DATA_CORRUPTED` if a field is outside its bounds, before any memory is taken.
    package init(cost: Argon2id.Parameters, salt: [UInt8]) throws(KeychainError) {
        guard cost.parallelism == 1, Self.memoryBounds.contains(cost.memoryKiB),
            Self.iterationBounds.contains(cost.iterations), salt.count == Self.saltByteCount
        else {
            throw KeychainError(
                .dataCorrupted, "the export asks for a key stretching outside of all bounds")
        }
        self.cost = cost
        self.salt = salt
    }

    /// The fields as they stand in the file: what checksum, tag and keys are bound to.
    package var fields: [UInt8] {
        Self.magic + Self.bigEndian(cost.memoryKiB) + Self.bigEndian(cost.iterations)
            + Self.bigEndian(cost.parallelism) + salt
    }

    /// Reads the fields of an export and checks them against their checksum.
    ///
    /// - Parameter file: the whole file, or at least its header.
    /// - Throws: `INVALID_ARGUMENT` if this is no export, `UNSUPPORTED` for a newer version,
    ///   `DATA_CORRUPTED` if the header is cut or changed or outside the bounds.
    package init(of file: UnsafeRawBufferPointer) throws(KeychainError) {
        try Self.checkMagic(file)
        guard file.count >= Self.byteCount else {
            throw KeychainError(.dataCorrupted, "the export ends within its header")
        }
        let fields = [UInt8](file[..<Self.fieldsByteCount])
        let checksum = file[Self.fieldsByteCount..<(Self.fieldsByteCount + SHA256.byteCount)]
        guard SHA256.hash(fields).elementsEqual(checksum) else {
            throw KeychainError(.dataCorrupted, "the header of the export is damaged")
        }
        let numbers = (0..<3).map { Self.number(in: fields, at: Self.magic.count + 4 * $0) }
        let cost: Argon2id.Parameters
        do {
            cost = try Argon2id.Parameters(
                memoryKiB: numbers[0], iterations: numbers[1], parallelism: numbers[2])
        } catch {
            throw KeychainError(
                .dataCorrupted, "the export asks for a key stretching that does not exist")
        }
        try self.init(cost: cost, salt: Array(fields.suffix(Self.saltByteCount)))
    }

    private static func checkMagic(_ file: UnsafeRawBufferPointer) throws(KeychainError) {
        let start = file.prefix(magic.count)
        if start.elementsEqual(magic) { return }
        if magic.starts(with: start) {
            throw KeychainError(.dataCorrupted, "the export ends within its header")
        }
        // Everything but the version's digits and the newline.
        let family = magic.dropLast(2)
        if start.starts(with: family) {
            throw KeychainError(
                .unsupported, "the export is of another version of the format",
                advice: "use the version of holdfast that wrote it, or a newer one")
        }
        throw KeychainError(.invalidArgument, "this is not an export of holdfast")
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(in bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
