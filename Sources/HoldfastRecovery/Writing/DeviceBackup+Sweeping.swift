import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension DeviceBackup {
    /// Notes a generation that the next step drops: a target forgets what it named then.
    ///
    /// What it alone names goes after that step. If this process dies before, or the target does not
    /// answer, a later backup knows from the note what is to go.
    func noteDropped(_ manifest: SignedManifest) async throws(RecoveryError) {
        guard !isPassing else { return }
        try await changeNotes { (notes) throws(RecoveryError) in
            guard !notes.contains(where: { $0.pointer == manifest.pointer }) else { return }
            notes.append(manifest)
        }
    }

    /// Removes what only generations named that are dropped, and forgets that they were.
    ///
    /// What a kept generation names stays, whichever device it is of; where a kept one cannot be read
    /// nothing is removed, and the error says so.
    ///
    /// - Parameters:
    ///   - kept: the newest two generations.
    ///   - keys: the backup's keys.
    /// - Throws: ``RecoveryError``; a later backup removes what is left.
    func sweep(
        keeping kept: [BackupManifest], _ keys: BackupKeys
    ) async throws(RecoveryError) {
        guard !isPassing, let oldest = kept.map(\.generation).min() else { return }
        let isDropped = { (manifest: SignedManifest) in
            manifest.pointer.generation < oldest || manifest.pointer.lineage != keys.lineage
        }
        let dropped = try await notes().filter(isDropped)
        guard !dropped.isEmpty else { return }
        // Of a backup that another has taken the place of, all goes at once elsewhere.
        let manifests = try dropped.filter { $0.pointer.lineage == keys.lineage }
            .map { (manifest) throws(RecoveryError) in try BackupManifest(manifest, keys) }
        let needed = try await names(in: kept, keys)
        for manifest in manifests {
            try await remove(try await names(in: [manifest], keys, besides: needed), keys)
        }
        try await changeNotes { (notes) throws(RecoveryError) in
            notes.removeAll { dropped.contains($0) }
        }
    }

    /// Pieces first: a page that is there still says which they are, if this does not come to its end.
    private func remove(
        _ names: ChunkNames, _ keys: BackupKeys
    ) async throws(RecoveryError) {
        let (target, lineage) = (configuration.target, keys.lineage)
        for part in [names.pieces, names.pages] where !part.isEmpty {
            try await atTarget { () throws(BackupTargetError) in
                try await target.removeChunks(Array(part), of: lineage)
            }
        }
    }

    /// The names of all chunks of some generations; a page that is needed is not read.
    private func names(
        in manifests: [BackupManifest], _ keys: BackupKeys, besides needed: ChunkNames? = nil
    ) async throws(RecoveryError) -> ChunkNames {
        var names = ChunkNames()
        let reader = reader(keys)
        for manifest in manifests {
            for section in manifest.sections {
                for table in section.tables {
                    for (number, page) in table.pages.enumerated()
                    where needed?.pages.contains(page.name) != true
                        && names.pages.insert(page.name).inserted
                    {
                        let entries: [PieceEntry]
                        do throws(RecoveryError) {
                            entries = try await reader.entries(
                                of: page, number, table.table, section.slot)
                        } catch .damaged(let damage) where damage.kind == .missing && needed != nil
                        {
                            // A sweep before this one came so far, and its pieces went before it.
                            continue
                        } catch {
                            throw error
                        }
                        for entry in entries where needed?.pieces.contains(entry.name) != true {
                            names.pieces.insert(entry.name)
                        }
                    }
                }
            }
        }
        return names
    }

    private struct ChunkNames {
        var pieces: Set<Digest256> = []
        var pages: Set<Digest256> = []
    }
}

// MARK: Notes

extension DeviceBackup {
    private static let noteVersion: UInt16 = 1
    /// An item holds no more; of more notes the oldest goes, and what it named stays at the target.
    private static let noteByteLimit = 1 << 20

    private func notes() async throws(RecoveryError) -> [SignedManifest] {
        try await storedNotes().notes
    }

    private func storedNotes() async throws(RecoveryError) -> (
        notes: [SignedManifest], version: ItemVersion?
    ) {
        let store = configuration.store
        let key = try notesKey()
        let item = try await atStore { () throws(KeychainError) in
            try await store.read(key, prompt: .standard)
        }
        guard let item else { return ([], nil) }
        return (Self.decodeNotes(item.value.copyBytes()), item.attributes.version)
    }

    private func changeNotes(
        _ change: (inout [SignedManifest]) throws(RecoveryError) -> Void
    ) async throws(RecoveryError) {
        let store = configuration.store
        let key = try notesKey()
        while true {
            var (notes, version) = try await storedNotes()
            try change(&notes)
            let value = SecretBytes(Self.encode(notes))
            let options = WriteOptions(
                protection: ItemProtection(accessibility: .afterFirstUnlockThisDeviceOnly),
                condition: version.map { .ifVersion($0) } ?? .ifAbsent)
            do throws(RecoveryError) {
                return try await atStore { () throws(KeychainError) in
                    _ = try await store.write(
                        value, for: key, options: options, prompt: .standard)
                }
            } catch .store(let error) where error.nativeDomain == StoreConflict.domain {
                continue
            } catch {
                throw error
            }
        }
    }

    private func notesKey() throws(RecoveryError) -> ItemKey {
        do throws(KeychainError) {
            return try Self.itemKey(configuration.itemName + ".dropped")
        } catch {
            throw .store(error)
        }
    }

    private static func encode(_ notes: [SignedManifest]) -> [UInt8] {
        var rest = notes[...]
        while true {
            let bytes = WireWriter.encode { writer in
                writer.put(noteVersion)
                writer.putVector(of: Array(rest)) { $0.putVector($1.bytes) }
            }
            guard bytes.count > noteByteLimit else { return bytes }
            rest = rest.dropFirst()
        }
    }

    /// Notes that cannot be read are none: they cost room at the target, and must cost no backup.
    private static func decodeNotes(_ bytes: [UInt8]) -> [SignedManifest] {
        do throws(WireError) {
            var reader = WireReader(bytes)
            guard try reader.number16("version") == noteVersion else { return [] }
            let notes = try reader.vector(atMost: noteByteLimit, "notes") {
                (reader) throws(WireError) in
                try SignedManifest(
                    try reader.vector(atMost: SignedManifest.manifestLimit + 1_024, "note"))
            }
            try reader.expectEnd("notes")
            return notes
        } catch {
            return []
        }
    }
}
