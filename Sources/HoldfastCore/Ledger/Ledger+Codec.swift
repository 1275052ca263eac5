import HoldfastCrypto

/// Why bytes are no ledger.
package enum LedgerDamage: Error, Sendable, Equatable {
    /// They were cut or changed, or never were one.
    case damaged
    /// A newer version of this package wrote them.
    case newerFormat(UInt16)
}

extension Ledger {
    /// The file's bytes: magic, format, body, and an HMAC-SHA-256 over all before it.
    ///
    /// The tag finds damage and not malice: its key lies in the file.
    package var encoded: [UInt8] {
        let body = ByteWriter.encode(reserving: 128 + entries.count * 192) { writer in
            writer.put(Self.magic)
            writer.put(Self.format)
            writer.put(hashKey)
            writer.put(sentinel)
            writer.put(nextVersion.rawValue)
            writer.put(UInt32(entries.count))
            for (name, entry) in all {
                writer.put(name.bytes)
                entry.encode(into: &writer)
            }
        }
        return body + HMACSHA256Key(SecretBytes(hashKey)).authenticate(body)
    }

    /// Takes a file's bytes.
    ///
    /// - Parameter bytes: what ``encoded`` made.
    /// - Throws: ``LedgerDamage``.
    package init(decoding bytes: [UInt8]) throws(LedgerDamage) {
        guard let body = Self.authenticatedBody(of: bytes) else { throw .damaged }
        let decoded = body.withUnsafeBytes { buffer in
            Result { () throws(LedgerDamage) in try Self.decode(buffer) }
        }
        self = try decoded.get()
    }

    // Magic, format, key and the tag at the end keep their places in every format, so that a
    // damaged byte is not taken for a newer format.
    private static func authenticatedBody(of bytes: [UInt8]) -> [UInt8]? {
        let body = [UInt8](bytes.dropLast(HMACSHA256Key.tagByteCount))
        let hashKey = body.dropFirst(magic.count + 2).prefix(hashKeyByteCount)
        guard body.starts(with: magic), hashKey.count == hashKeyByteCount else { return nil }
        let tag = [UInt8](bytes.suffix(HMACSHA256Key.tagByteCount))
        let key = HMACSHA256Key(SecretBytes(Array(hashKey)))
        return key.isValid(tag, for: body) ? body : nil
    }

    private static func decode(_ buffer: UnsafeRawBufferPointer) throws(LedgerDamage) -> Ledger {
        var reader = ByteReader(buffer)
        guard reader.array(magic.count) == magic, let format = reader.number(UInt16.self) else {
            throw .damaged
        }
        guard format <= Self.format else { throw .newerFormat(format) }
        guard format == Self.format, let hashKey = reader.array(hashKeyByteCount),
            let sentinel = reader.array(sentinelByteCount),
            let nextVersion = reader.number(UInt64.self), let count = reader.number(UInt32.self)
        else { throw .damaged }
        var entries: [Name: LedgerEntry] = [:]
        var last: [UInt8] = []
        for _ in 0..<count {
            // In ascending order and each once: a ledger has one encoding.
            guard let name = reader.array(HMACSHA256Key.tagByteCount),
                last.lexicographicallyPrecedes(name),
                let entry = LedgerEntry(decoding: &reader)
            else { throw .damaged }
            entries[Name(bytes: name)] = entry
            last = name
        }
        guard reader.remainingCount == 0 else { throw .damaged }
        return Ledger(
            sentinel: sentinel, nextVersion: ItemVersion(rawValue: nextVersion), hashKey: hashKey,
            entries: entries)
    }

    private static let magic = Array("HFLEDGER".utf8)
    private static let format: UInt16 = 1
}
