package import HoldfastCore
package import HoldfastCrypto

/// The file that `holdfast export` writes: a payload under a passphrase.
///
/// The payload is cut into chunks of 64 KiB, each sealed under its number and whether it is the
/// last, so that a file that was cut, extended or put together anew does not open.
///
/// - Note: Format: `docs/formats/export.md`. The chunks are the STREAM construction of Hoang,
///   Reyhanitabar, Rogaway and Vizár (CRYPTO 2015), with the nonces of the age format.
package enum ExportContainer {
    /// Bytes of payload in each chunk but the last.
    package static let chunkByteCount = 65_536
    /// Most bytes of payload, in a file that is written and in one that is read.
    package static let maximumByteCount = 1 << 30
    /// Most bytes of a passphrase.
    package static let maximumPassphraseByteCount = 1024

    /// What a new export's passphrase costs to try: 256 MiB and 3 passes.
    ///
    /// More than a vault's, because no device secret stands behind it.
    ///
    /// - Returns: parameters within the bounds of ``ExportHeader``.
    /// - Throws: `UNKNOWN`, if the numbers broke the standard's rules, which they do not.
    package static func standardCost() throws(KeychainError) -> Argon2id.Parameters {
        do {
            return try Argon2id.Parameters(memoryKiB: 256 * 1024, iterations: 3, parallelism: 1)
        } catch {
            throw KeychainError(exporting: error)
        }
    }

    /// Seals a payload and hands the file on in pieces.
    ///
    /// - Parameters:
    ///   - payload: 0 to 1 GiB.
    ///   - passphrase: 1 to 1024 bytes.
    ///   - cost: what the passphrase costs to try, within the bounds of ``ExportHeader``.
    ///   - random: where the salt comes from.
    ///   - sink: receives the pieces of the file in order.
    /// - Throws: `INVALID_ARGUMENT` for a length outside its range, before any work; what the sink
    ///   throws, and the pieces so far are not an export then.
    package static func seal(
        _ payload: UnsafeRawBufferPointer, passphrase: SecretBytes, cost: Argon2id.Parameters,
        random: any SecureRandom, to sink: ([UInt8]) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        try check(passphrase)
        try checkPayload(byteCount: payload.count)
        let header = try makeHeader(cost: cost, random: random)
        let keys = try ExportKeys(passphrase: passphrase, header: header)
        let checked = header.fields + SHA256.hash(header.fields)
        try sink(checked + keys.header.authenticate(checked))
        try forEachChunk(of: payload.count, chunkByteCount) {
            (range, number, isLast) throws(KeychainError) in
            try sink(
                seal(
                    UnsafeRawBufferPointer(rebasing: payload[range]), number: number,
                    isLast: isLast, key: keys.payload))
        }
    }

    /// Opens a file that ``seal(_:passphrase:cost:random:to:)`` made.
    ///
    /// - Parameters:
    ///   - file: the whole file.
    ///   - passphrase: the one it was sealed under.
    /// - Returns: the payload.
    /// - Throws: `AUTH_FAILED` for another passphrase, `DATA_CORRUPTED` for a file that is damaged,
    ///   cut, extended or put together anew, and as ``ExportHeader/init(of:)``. A passphrase that is
    ///   wrong and a tag of the header that is damaged look the same.
    package static func open(
        _ file: UnsafeRawBufferPointer, passphrase: SecretBytes
    ) throws(KeychainError) -> SecretBuffer {
        let header = try ExportHeader(of: file)
        let sealed = UnsafeRawBufferPointer(rebasing: file[ExportHeader.byteCount...])
        let sealedChunkByteCount = chunkByteCount + AES256GCM.tagByteCount
        try checkShape(of: sealed, sealedChunkByteCount)
        let keys = try ExportKeys(passphrase: passphrase, header: header)
        let checkedByteCount = ExportHeader.byteCount - HMACSHA256Key.tagByteCount
        let tag = [UInt8](file[checkedByteCount..<ExportHeader.byteCount])
        guard keys.header.isValid(tag, for: [UInt8](file[..<checkedByteCount])) else {
            throw KeychainError(.authFailed, "the passphrase is not the one of this export")
        }
        let payload = SecretBuffer(capacity: max(1, sealed.count))
        try forEachChunk(of: sealed.count, sealedChunkByteCount) {
            (range, number, isLast) throws(KeychainError) in
            let chunk = UnsafeRawBufferPointer(rebasing: sealed[range])
            try open(chunk, number: number, isLast: isLast, key: keys.payload, into: payload)
        }
        return payload
    }

    /// Refuses a payload that could not be read back.
    ///
    /// - Parameter byteCount: its length so far.
    /// - Throws: `INVALID_ARGUMENT` over 1 GiB.
    package static func checkPayload(byteCount: Int) throws(KeychainError) {
        guard byteCount > maximumByteCount else { return }
        throw KeychainError(
            .invalidArgument, "an export holds at most 1 GiB",
            advice: "export one service at a time")
    }

    /// Refuses a passphrase of a length that cannot be.
    ///
    /// - Parameter passphrase: one that was typed or read.
    /// - Throws: `INVALID_ARGUMENT` if it is empty or has over 1024 bytes.
    package static func check(_ passphrase: SecretBytes) throws(KeychainError) {
        guard (1...maximumPassphraseByteCount).contains(passphrase.count) else {
            throw KeychainError(
                .invalidArgument, "a passphrase has 1 to \(maximumPassphraseByteCount) bytes")
        }
    }
}

extension ExportContainer {
    private static func makeHeader(
        cost: Argon2id.Parameters, random: any SecureRandom
    ) throws(KeychainError) -> ExportHeader {
        let salt: [UInt8]
        do {
            salt = try random.bytes(ExportHeader.saltByteCount)
        } catch {
            throw KeychainError(exporting: error)
        }
        return try ExportHeader(cost: cost, salt: salt)
    }

    private static func checkShape(
        of sealed: UnsafeRawBufferPointer, _ sealedChunkByteCount: Int
    ) throws(KeychainError) {
        let rest = sealed.count % sealedChunkByteCount
        // A last chunk is empty only where the whole payload is, so that each payload has one form.
        let isEmptyLast = rest == AES256GCM.tagByteCount && sealed.count != rest
        let isCut = sealed.isEmpty || (rest != 0 && rest < AES256GCM.tagByteCount)
        guard isEmptyLast || isCut else { return }
        throw KeychainError(
            .dataCorrupted, "the export is cut or has been changed",
            advice: "use another copy of it")
    }

    /// Walks over a run of bytes in chunks; an empty run is one empty chunk.
    private static func forEachChunk(
        of byteCount: Int, _ chunkByteCount: Int,
        _ body: (Range<Int>, UInt64, Bool) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        var start = 0
        var number: UInt64 = 0
        repeat {
            let end = min(byteCount, start + chunkByteCount)
            try body(start..<end, number, end == byteCount)
            start = end
            number += 1
        } while start < byteCount
    }

    /// 11 bytes of the chunk's number, then 1 if it is the last and 0 if not.
    private static func nonce(_ number: UInt64, isLast: Bool) -> [UInt8] {
        [0, 0, 0] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            + [isLast ? 1 : 0]
    }

    private static func seal(
        _ chunk: UnsafeRawBufferPointer, number: UInt64, isLast: Bool, key: SecretBytes
    ) throws(KeychainError) -> [UInt8] {
        do {
            return try [UInt8](count: chunk.count + AES256GCM.tagByteCount) {
                (output) throws(CryptoError) in
                try key.withUnsafeBytes { (key) throws(CryptoError) in
                    try nonce(number, isLast: isLast).withRawBytes { (nonce) throws(CryptoError) in
                        try AES256GCM.seal(
                            chunk, key: key, nonce: nonce,
                            associatedData: UnsafeRawBufferPointer(start: nil, count: 0),
                            into: output)
                    }
                }
            }
        } catch {
            throw KeychainError(exporting: error)
        }
    }

    private static func open(
        _ chunk: UnsafeRawBufferPointer, number: UInt64, isLast: Bool, key: SecretBytes,
        into payload: SecretBuffer
    ) throws(KeychainError) {
        let count = chunk.count - AES256GCM.tagByteCount
        do {
            _ = try payload.append(upTo: count) { (output) throws(CryptoError) -> Int in
                try key.withUnsafeBytes { (key) throws(CryptoError) in
                    try nonce(number, isLast: isLast).withRawBytes { (nonce) throws(CryptoError) in
                        try AES256GCM.open(
                            chunk, key: key, nonce: nonce,
                            associatedData: UnsafeRawBufferPointer(start: nil, count: 0),
                            into: output)
                    }
                }
                return count
            }
        } catch {
            throw KeychainError(exporting: error)
        }
    }
}
