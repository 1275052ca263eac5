import HoldfastCrypto
import HoldfastWire

extension BackupManifest {
    /// The manifest's bytes, filled up with zeros to one of a few lengths.
    var bytes: [UInt8] {
        let bytes = WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(account.bytes)
            writer.put(lineage.bytes)
            writer.put(generation)
            writer.put(previous.bytes)
            writer.put(device.bytes)
            writer.put(created)
            writer.putVector(of: sections) { $1.write(to: &$0) }
        }
        let count = PaddedLength.padded(bytes.count) ?? bytes.count
        return bytes + [UInt8](repeating: 0, count: count - bytes.count)
    }

    /// Reads a manifest.
    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.number16("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        account = try reader.identifier(AccountID.self, "account")
        lineage = try reader.slot("lineage")
        generation = try reader.number64("generation")
        previous = try reader.identifier(EntryHash.self, "previous")
        device = try reader.identifier(DeviceID.self, "device")
        created = Int64(bitPattern: try reader.number64("created"))
        sections = try reader.vector(atMost: SignedManifest.manifestLimit, "sections") {
            (reader) throws(WireError) in try Section(from: &reader)
        }
        while !reader.isAtEnd {
            guard try reader.byte("padding") == 0 else {
                throw WireError(.trailingBytes, in: "padding")
            }
        }
        let slots = sections.map(\.slot.bytes)
        guard zip(slots, slots.dropFirst()).allSatisfy({ $0.lexicographicallyPrecedes($1) })
        else { throw WireError(.notCanonical, in: "sections") }
    }

    private static let version: UInt16 = 1
    static let nameLimit = 1_024
}

extension BackupManifest.Section {
    fileprivate func write(to writer: inout WireWriter) {
        writer.put(slot.bytes)
        writer.put(device.bytes)
        writer.putVector(deviceName.utf8.prefix(BackupManifest.nameLimit))
        writer.put(created)
        writer.put(logHead.sequence)
        writer.put(logHead.hash.bytes)
        writer.put(earliest)
        writer.put(latest)
        writer.putVector(of: tables) { $1.write(to: &$0) }
    }

    fileprivate init(from reader: inout WireReader) throws(WireError) {
        slot = try reader.slot("slot")
        device = try reader.identifier(DeviceID.self, "device")
        deviceName = String(
            decoding: try reader.vector(atMost: BackupManifest.nameLimit, "device_name"),
            as: UTF8.self)
        created = Int64(bitPattern: try reader.number64("created"))
        logHead = LogHead(
            sequence: try reader.number64("log_sequence"),
            hash: try reader.identifier(EntryHash.self, "log_hash"))
        earliest = Int64(bitPattern: try reader.number64("earliest"))
        latest = Int64(bitPattern: try reader.number64("latest"))
        tables = try reader.vector(atMost: SignedManifest.manifestLimit, "tables") {
            (reader) throws(WireError) in try BackupManifest.Table(from: &reader)
        }
        guard zip(tables, tables.dropFirst()).allSatisfy({ $0.table.rawValue < $1.table.rawValue })
        else { throw WireError(.notCanonical, in: "tables") }
    }
}

extension BackupManifest.Table {
    /// The largest number of records or pieces of a table: 2^48.
    static let countLimit: UInt64 = 1 << 48

    fileprivate func write(to writer: inout WireWriter) {
        writer.put(table.rawValue)
        writer.put(recordCount)
        writer.put(unreadableCount)
        writer.put(nextNumber)
        writer.putVector(of: pages) { writer, page in
            writer.put(page.name.bytes)
            writer.put(page.hash.bytes)
            writer.put(page.count)
        }
    }

    fileprivate init(from reader: inout WireReader) throws(WireError) {
        guard let table = BackupTable(rawValue: try reader.byte("table")) else {
            throw WireError(.newerVersion, in: "table")
        }
        self.table = table
        recordCount = try reader.number64("record_count")
        unreadableCount = try reader.number64("unreadable_count")
        nextNumber = try reader.number64("next_number")
        pages = try reader.vector(atMost: SignedManifest.manifestLimit, "pages") {
            (reader) throws(WireError) in
            BackupManifest.Page(
                name: try reader.digest("name"), hash: try reader.digest("hash"),
                count: try reader.number16("count"))
        }
        guard pages.allSatisfy({ 1...PiecePage.limit ~= Int($0.count) }) else {
            throw WireError(.invalidValue, in: "count")
        }
        // No history has so many, and the sums of such numbers stay numbers.
        guard max(recordCount, unreadableCount, nextNumber) <= Self.countLimit else {
            throw WireError(.invalidValue, in: "record_count")
        }
    }
}

// MARK: Sealing

extension BackupManifest {
    /// Seals the manifest and has the device sign the pointer to it.
    ///
    /// - Throws: ``RecoveryError/store(_:)`` if the device cannot sign;
    ///   ``RecoveryError/recordTooLong`` if there is more in it than a manifest holds.
    func signed(
        _ keys: BackupKeys, by signer: any BackupSigner, random: any SecureRandom
    ) async throws(RecoveryError) -> SignedManifest {
        let sealed = try keys.seal(
            manifest: SecretBytes(bytes), generation: generation, random: random)
        guard sealed.count <= SignedManifest.manifestLimit else { throw .recordTooLong }
        let pointer = BackupPointer(
            account: account, device: device, lineage: lineage, generation: generation,
            previous: previous, manifest: Self.hash(sealed))
        let signature = try await signer.sign(pointer.bytes, for: .backupPointer)
        return SignedManifest(pointer, signature: signature, manifest: sealed)
    }

    /// Opens a manifest; its signature is looked at by whoever knows the account's log.
    ///
    /// - Throws: ``RecoveryError/damaged(_:)`` or ``RecoveryError/newerFormat(_:)`` with the manifest.
    init(_ signed: SignedManifest, _ keys: BackupKeys) throws(RecoveryError) {
        let pointer = signed.pointer
        guard signed.matches else { throw .damaged(BackupDamage(.manifest, .changed)) }
        guard pointer.account == keys.account, pointer.lineage == keys.lineage else {
            throw .damaged(BackupDamage(.manifest, .misplaced))
        }
        let plaintext: SecretBytes
        do throws(CryptoError) {
            plaintext = try keys.open(manifest: signed.manifest, generation: pointer.generation)
        } catch {
            throw error.asDamage(of: .manifest)
        }
        self = try decoding(.manifest) { () throws(WireError) in
            try BackupManifest(decoding: plaintext.copyBytes())
        }
        guard account == pointer.account, lineage == pointer.lineage, device == pointer.device,
            generation == pointer.generation, previous == pointer.previous
        else { throw .damaged(BackupDamage(.manifest, .contradictory)) }
    }

    /// What names a sealed manifest.
    static func hash(_ sealed: [UInt8]) -> EntryHash {
        guard let hash = EntryHash(SHA256.hash(sealed)) else {
            preconditionFailure("a hash has 32 bytes")
        }
        return hash
    }
}
