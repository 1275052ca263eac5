import HoldfastRecovery
import HoldfastWire

extension RelaySession {
    /// The headers of the account's backups.
    func backupHeaders() async throws(RelayError) -> [[UInt8]] {
        let bytes = try await call(.get, "/v1/backups", answerLimit: Self.headersLimit)
        return try RelayCaller.read(bytes, HeaderList.init(decoding:)).headers
    }

    static let headersLimit = HeaderList.limit * (HeaderUpload.headerLimit + 4) + 64

    func keep(_ upload: HeaderUpload, at place: HeaderPlace) async throws(RelayError) {
        _ = try await call(.put, Self.path(of: place), upload.bytes, answerLimit: 64)
    }

    func removeHeader(at place: HeaderPlace) async throws(RelayError) {
        _ = try await call(.post, Self.path(of: place) + "/remove", [], answerLimit: 64)
    }

    /// The newest manifests, as they are stored.
    func manifests(of lineage: SlotID) async throws(RelayError) -> [[UInt8]] {
        let bytes = try await call(
            .get, Self.path(of: lineage) + "/manifest",
            answerLimit: 2 * (SignedManifest.manifestLimit + 1_024) + 64)
        return try RelayCaller.read(bytes, ManifestList.init(decoding:)).manifests
    }

    func keep(_ manifest: SignedManifest) async throws(RelayError) {
        _ = try await call(
            .put, Self.path(of: manifest.pointer.lineage) + "/manifest", manifest.bytes,
            answerLimit: 64)
    }

    /// A chunk's bytes; `nil` if the relay says that there is none.
    func chunk(_ name: Digest256, of lineage: SlotID) async throws(RelayError) -> [UInt8]? {
        do throws(RelayError) {
            return try await call(
                .get, Self.path(of: lineage) + "/chunks/" + Hex.text(name.bytes),
                answerLimit: Self.chunkLimit)
        } catch {
            guard case .refused(let refusal) = error, refusal.code == .notFound else {
                throw error
            }
            return nil
        }
    }

    /// Most bytes of a chunk.
    private static let chunkLimit = 1_310_720

    /// Keeps a chunk, and gives the hash of what is there now.
    func keepChunk(
        _ bytes: [UInt8], named name: Digest256, of lineage: SlotID
    ) async throws(RelayError) -> Digest256 {
        let answer = try await call(
            .put, Self.path(of: lineage) + "/chunks/" + Hex.text(name.bytes), bytes,
            answerLimit: 64)
        guard let hash = Digest256(answer) else { throw .notARelay(status: 200) }
        return hash
    }

    func removeChunks(_ list: ChunkList, of lineage: SlotID) async throws(RelayError) {
        _ = try await call(
            .post, Self.path(of: lineage) + "/chunks/remove", list.bytes, answerLimit: 64)
    }

    /// Removes part of a lineage, and says whether that was the rest of it.
    func removeSome(of lineage: SlotID) async throws(RelayError) -> Bool {
        let bytes = try await call(
            .post, Self.path(of: lineage) + "/remove", [], answerLimit: 64)
        return try RelayCaller.read(bytes, LineageRemoval.init(decoding:)).isDone
    }

    private static func path(of lineage: SlotID) -> String {
        "/v1/backups/" + Hex.text(lineage.bytes)
    }

    private static func path(of place: HeaderPlace) -> String {
        path(of: place.lineage) + "/headers/" + Hex.text(place.locator.bytes)
    }
}
