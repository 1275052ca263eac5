#if os(Linux)
internal import HoldfastCrypto
internal import HoldfastWire

extension Relay {
    /// Most bytes of a chunk: a segment of 1 MiB, sealed.
    private static let chunkLimit = 1_310_720

    /// Keeps a chunk; what is there under its name stays, and its hash is the answer.
    func keepChunk(
        _ id: [UInt8], _ lineage: SlotID, _ request: RelayRequest, _ session: RelaySession,
        _ reply: Reply
    ) throws(RelayRefusal) {
        guard !request.body.isEmpty else { throw refusal(.malformed) }
        guard request.body.count <= Self.chunkLimit else { throw refusal(.tooLarge) }
        let chunk = StoredChunk(
            lineage: lineage, id: id, hash: SHA256.hash(request.body), bytes: request.body)
        let most = limits.bytesPerAccount
        storage.write { (records) throws(StorageError) -> RelayResponse? in
            if let known = try records.chunkHash(id, of: lineage, in: session.account) {
                return RelayResponse(known)
            }
            let used = try records.storedByteCount(of: session.account)
            guard used + Int64(chunk.bytes.count) <= most else { return nil }
            try records.keepChunk(chunk, in: session.account)
            try records.count(Int64(chunk.bytes.count), of: session.account)
            return RelayResponse(chunk.hash, status: 201)
        } done: { [self] result in
            finish(reply, result) { $0 ?? RelayResponse(refusal(.quota)) }
        }
    }

    /// A chunk's bytes.
    func readChunk(
        _ id: [UInt8], _ lineage: SlotID, _ session: RelaySession
    ) throws(RelayRefusal) -> RelayResponse {
        let bytes = try read { (records) throws(StorageError) in
            try records.chunk(id, of: lineage, in: session.account)
        }
        guard let bytes else { throw refusal(.notFound) }
        return RelayResponse(bytes)
    }

    /// Removes chunks that no manifest names any more.
    func removeChunks(
        _ lineage: SlotID, _ request: RelayRequest, _ session: RelaySession, _ reply: Reply
    ) throws(RelayRefusal) {
        let list = try decode(request.body, ChunkList.init(decoding:))
        storage.write { (records) throws(StorageError) in
            let freed = try records.removeChunks(list.names, of: lineage, in: session.account)
            try records.count(-freed, of: session.account)
        } done: { [self] result in
            finish(reply, result) { _ in RelayResponse([]) }
        }
    }

    /// Makes a manifest the newest one, if it follows the one that is.
    func keepManifest(
        _ lineage: SlotID, _ request: RelayRequest, _ session: RelaySession, _ reply: Reply
    ) throws(RelayRefusal) {
        let signed = try decode(request.body, SignedManifest.init)
        let pointer = signed.pointer
        guard pointer.account == session.account, pointer.device == session.device,
            pointer.lineage == lineage
        else { throw refusal(.forbidden) }
        guard signed.matches else { throw refusal(.malformed) }
        let record = try activeRecord(session.device, of: session.account)
        try check(signed.signature, .backupPointer, of: record.signingKey, over: pointer.bytes)
        let bytes = request.body
        let most = limits.bytesPerAccount
        storage.write { (records) throws(StorageError) -> ManifestOutcome in
            let newest = try records.manifests(of: lineage, in: session.account).first
            let before: BackupPointer?
            do throws(WireError) {
                before = try newest.map { (newest) throws(WireError) in
                    try SignedManifest(newest.bytes).pointer
                }
            } catch {
                throw StorageError(reason: .failed, message: "a stored manifest cannot be read")
            }
            // Signatures differ from one to the next; what they say does not.
            if before == pointer { return .known }
            guard pointer.generation == (before?.generation ?? 0) + 1,
                pointer.previous == before?.manifest ?? .none
            else { return .conflict }
            let used = try records.storedByteCount(of: session.account)
            guard used + Int64(bytes.count) <= most else { return .quota }
            let balance = try records.keepManifest(
                StoredManifest(generation: pointer.generation, bytes: bytes), of: lineage,
                in: session.account)
            try records.count(balance, of: session.account)
            return .kept
        } done: { [self] result in
            finish(reply, result) { outcome in
                switch outcome {
                case .kept: RelayResponse([], status: 201)
                case .known: RelayResponse([])
                case .conflict: RelayResponse(refusal(.conflict))
                case .quota: RelayResponse(refusal(.quota))
                }
            }
        }
    }

    /// The newest manifest, and the one before it.
    func readManifests(
        _ lineage: SlotID, _ session: RelaySession
    ) throws(RelayRefusal) -> RelayResponse {
        let manifests = try read { (records) throws(StorageError) in
            try records.manifests(of: lineage, in: session.account)
        }
        return RelayResponse(ManifestList(manifests.map(\.bytes)).bytes)
    }
}

/// What became of a manifest.
private enum ManifestOutcome: Sendable {
    case kept
    case known
    case conflict
    case quota
}
#endif
