import HoldfastWire

/// What lies where in a backup's file.
struct FileIndex: Sendable {
    /// Where a chunk lies.
    struct Chunk: Sendable {
        let start: Int
        let byteCount: UInt32
        let hash: Digest256
    }

    /// Under what a chunk lies.
    struct ChunkKey: Sendable, Hashable {
        let lineage: SlotID
        let name: Digest256
    }

    /// What there is of a lineage.
    struct Lineage: Sendable {
        var manifests: [SignedManifest] = []
        var chunks: [Digest256: Chunk] = [:]
    }

    private(set) var headers: [HeaderPlace: [UInt8]] = [:]
    private(set) var lineages: [SlotID: Lineage] = [:]
    /// Number of bytes of what is named by nothing any more, heads included.
    private(set) var deadByteCount = 0

    /// Takes in a block, and where what it holds begins.
    ///
    /// - Throws: `damaged` if it does not follow from what was before.
    mutating func take(
        _ block: FileBlock, _ payload: [UInt8], at start: Int
    ) throws(BackupTargetError) {
        switch block.kind {
        case .header:
            let old = headers.updateValue(payload, forKey: try place(of: block))
            count(dead: old?.count)
        case .headerRemoval:
            count(dead: headers.removeValue(forKey: try place(of: block))?.count)
            count(dead: 0)
        case .chunk:
            let chunk = Chunk(
                start: start, byteCount: UInt32(block.byteCount), hash: block.hash)
            let old = lineages[block.lineage, default: Lineage()].chunks
                .updateValue(chunk, forKey: block.name)
            count(dead: old.map { Int($0.byteCount) })
        case .chunkRemoval: remove(payload, of: block.lineage)
        case .manifest: try take(payload, of: block.lineage)
        case .lineageRemoval:
            let old = lineages.removeValue(forKey: block.lineage) ?? Lineage()
            for chunk in old.chunks.values { count(dead: Int(chunk.byteCount)) }
            for manifest in old.manifests { count(dead: manifest.manifest.count) }
            count(dead: 0)
        }
    }

    private mutating func remove(_ names: [UInt8], of lineage: SlotID) {
        for start in stride(from: 0, to: names.count, by: Digest256.byteCount) {
            let bytes = Array(names[start...].prefix(Digest256.byteCount))
            guard let name = Digest256(bytes) else { continue }
            count(
                dead: lineages[lineage]?.chunks.removeValue(forKey: name).map {
                    Int($0.byteCount)
                })
        }
        count(dead: names.count)
    }

    private mutating func take(
        _ payload: [UInt8], of lineage: SlotID
    ) throws(BackupTargetError) {
        let manifest: SignedManifest
        do throws(WireError) {
            manifest = try SignedManifest(payload)
        } catch {
            throw .damaged(BackupDamage(.manifest, .malformed))
        }
        var known = lineages[lineage] ?? Lineage()
        guard manifest.pointer.lineage == lineage else {
            throw .damaged(BackupDamage(.manifest, .misplaced))
        }
        // A file that was written anew begins with a later generation than the first.
        if let newest = known.manifests.first {
            do throws(BackupTargetError) {
                guard try manifest.follows(newest) else { return }
            } catch {
                // A generation was left out, or stands here in another order.
                throw .damaged(BackupDamage(.manifest, .misplaced))
            }
        }
        if known.manifests.count == 2 { count(dead: known.manifests[1].manifest.count) }
        known.manifests = [manifest] + known.manifests.prefix(1)
        lineages[lineage] = known
    }

    private func place(of block: FileBlock) throws(BackupTargetError) -> HeaderPlace {
        guard let locator = Locator(Array(block.name.bytes.prefix(Locator.byteCount))) else {
            throw .damaged(BackupDamage(.file, .malformed))
        }
        return HeaderPlace(locator: locator, lineage: block.lineage)
    }

    private mutating func count(dead byteCount: Int?) {
        if let byteCount { deadByteCount += byteCount + FileBlock.headCount }
    }
}
