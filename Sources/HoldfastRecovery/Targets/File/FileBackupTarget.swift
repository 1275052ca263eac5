import HoldfastCore
import HoldfastCrypto
public import HoldfastWire

/// Keeps backups in one file, in the same format as a relay keeps them.
///
/// A later backup appends what is new. A death at any step, and a loss of power, leaves the generation
/// before (P2, P5); while something is unfinished a small file beside it says so. What was appended or
/// cut off by anybody else is damage, and said to be. When more than half of the file is named by
/// nothing any more, it is written anew beside and takes the old one's place.
public final class FileBackupTarget: BackupTarget {
    private let path: String
    private let queue = BlockingQueue(label: "holdfast.backup-file")
    private let file = Locked<BackupFile?>(nil)

    /// Names a file, which is made with the first backup.
    ///
    /// - Parameter path: the file; its folder exists.
    public init(path: String) {
        self.path = path
    }

    deinit {
        file.withLock { if let file = $0 { BackupFileCalls.close(file.descriptor) } }
    }

    /// The headers that are in the file.
    ///
    /// - Returns: headers as they were stored; none also if there is no file.
    /// - Throws: ``BackupTargetError/damaged(_:)``; ``BackupTargetError/storage(_:)``.
    public func headers() async throws(BackupTargetError) -> [[UInt8]] {
        try await reading { file in Array(file.index.headers.values) } ?? []
    }

    /// Keeps a header; it is durable when this returns.
    ///
    /// - Parameters:
    ///   - header: at most 4,096 bytes.
    ///   - place: the header's own.
    /// - Throws: ``BackupTargetError``; the file is as it was.
    public func keepHeader(
        _ header: [UInt8], at place: HeaderPlace
    ) async throws(BackupTargetError) {
        guard header.count <= BackupHeader.byteLimit else { throw .refused }
        let block = FileBlock(
            .header, header, lineage: place.lineage, name: FileBlock.name(of: place.locator))
        try await writing { (file) throws(BackupTargetError) in try file.commit(block, header) }
    }

    /// Removes a header, which may be missing.
    ///
    /// - Parameter place: the header's own.
    /// - Throws: ``BackupTargetError``; the file is as it was.
    public func removeHeader(at place: HeaderPlace) async throws(BackupTargetError) {
        let block = FileBlock(
            .headerRemoval, [], lineage: place.lineage,
            name: FileBlock.name(of: place.locator))
        try await writing { (file) throws(BackupTargetError) in
            guard file.index.headers[place] != nil else { return }
            try file.commit(block, [])
        }
    }

    /// The newest two manifests of a lineage.
    ///
    /// - Parameter lineage: the backup.
    /// - Returns: the newest first.
    /// - Throws: ``BackupTargetError/damaged(_:)``; ``BackupTargetError/storage(_:)``.
    public func manifests(
        of lineage: SlotID
    ) async throws(BackupTargetError) -> [SignedManifest] {
        try await reading { file in file.index.lineages[lineage]?.manifests ?? [] } ?? []
    }

    /// Makes a manifest the newest one; with it all chunks are durable.
    ///
    /// - Parameter manifest: the manifest.
    /// - Throws: ``BackupTargetError/conflict``; ``BackupTargetError``; the newest is the one before.
    public func keepManifest(_ manifest: SignedManifest) async throws(BackupTargetError) {
        let lineage = manifest.pointer.lineage
        let bytes = manifest.bytes
        let block = FileBlock(
            .manifest, bytes, lineage: lineage,
            name: Digest256(known: manifest.pointer.manifest.bytes))
        try await writing { (file) throws(BackupTargetError) in
            guard try manifest.follows(file.index.lineages[lineage]?.manifests.first) else {
                return
            }
            try file.commit(block, bytes)
        }
    }

    /// Whether a chunk is in the file.
    ///
    /// - Parameters:
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: whether it is.
    /// - Throws: ``BackupTargetError/damaged(_:)``; ``BackupTargetError/storage(_:)``.
    public func holdsChunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Bool {
        try await reading { $0.index.lineages[lineage]?.chunks[name] != nil } ?? false
    }

    /// A chunk's bytes.
    ///
    /// - Parameters:
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: the bytes, which nothing vouches for yet; `nil` if there is no such chunk.
    /// - Throws: ``BackupTargetError/damaged(_:)``; ``BackupTargetError/storage(_:)``.
    public func chunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> [UInt8]? {
        try await reading { (file) throws(BackupTargetError) -> [UInt8]? in
            guard let chunk = file.index.lineages[lineage]?.chunks[name] else { return nil }
            return try file.read(chunk)
        } ?? nil
    }

    /// Keeps a chunk; it is durable with the next manifest.
    ///
    /// - Parameters:
    ///   - bytes: 1 to 1,310,720 bytes.
    ///   - hash: their SHA-256.
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: the SHA-256 of what is there under the name now.
    /// - Throws: ``BackupTargetError``.
    public func keepChunk(
        _ bytes: [UInt8], hash: Digest256, named name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Digest256 {
        guard 1...PieceCoding.sealedLimit ~= bytes.count else { throw .refused }
        let block = FileBlock(.chunk, bytes, lineage: lineage, name: name, hash: hash)
        return try await writing { (file) throws(BackupTargetError) in
            if let known = file.index.lineages[lineage]?.chunks[name] { return known.hash }
            try file.append(block, bytes)
            return hash
        }
    }

    /// Removes chunks; their bytes go when the file is next written anew.
    ///
    /// - Parameters:
    ///   - names: the chunks' names.
    ///   - lineage: the backup.
    /// - Throws: ``BackupTargetError``.
    public func removeChunks(
        _ names: [Digest256], of lineage: SlotID
    ) async throws(BackupTargetError) {
        for start in stride(from: 0, to: names.count, by: FileBlock.removalLimit) {
            let bytes = names[start...].prefix(FileBlock.removalLimit).flatMap(\.bytes)
            let block = FileBlock(
                .chunkRemoval, bytes, lineage: lineage,
                name: Digest256(known: SHA256.hash(bytes)))
            try await writing { (file) throws(BackupTargetError) in
                try file.commit(block, bytes)
            }
        }
        try await compactIfWorthwhile()
    }

    /// Removes a lineage; its bytes go when the file is next written anew.
    ///
    /// - Parameter lineage: the backup.
    /// - Throws: ``BackupTargetError``.
    public func removeLineage(_ lineage: SlotID) async throws(BackupTargetError) {
        let block = FileBlock(
            .lineageRemoval, [], lineage: lineage,
            name: Digest256(known: SHA256.hash(lineage.bytes)))
        try await writing { (file) throws(BackupTargetError) in
            guard file.index.lineages[lineage] != nil else { return }
            try file.commit(block, [])
        }
        try await compactIfWorthwhile()
    }

    private func compactIfWorthwhile() async throws(BackupTargetError) {
        try await writing { (file) throws(BackupTargetError) in
            guard file.index.deadByteCount > file.end / 2 else { return }
            try file.compact()
        }
    }
}

// MARK: Turns

extension FileBackupTarget {
    /// Runs a body on the file as it is now; `nil` if there is no file.
    private func reading<R: Sendable>(
        _ body: @escaping @Sendable (borrowing BackupFile) throws(BackupTargetError) -> R
    ) async throws(BackupTargetError) -> R? {
        try await turn(creating: false) { (file) throws(BackupTargetError) in try body(file) }
    }

    private func writing<R: Sendable>(
        _ body: @escaping @Sendable (inout BackupFile) throws(BackupTargetError) -> R
    ) async throws(BackupTargetError) -> R {
        guard let result = try await turn(creating: true, body) else {
            preconditionFailure("a file was made")
        }
        return result
    }

    private func turn<R: Sendable>(
        creating: Bool,
        _ body: @escaping @Sendable (inout BackupFile) throws(BackupTargetError) -> R
    ) async throws(BackupTargetError) -> R? {
        let result: Result<R?, BackupTargetError>
        do throws(KeychainError) {
            result = try await queue.run { () throws(KeychainError) in
                Result { () throws(BackupTargetError) in try self.inPlace(creating, body) }
            }
        } catch {
            throw .storage(error)
        }
        return try result.get()
    }

    /// The whole turn, on a thread that may wait, while no other process has one.
    private func inPlace<R: Sendable>(
        _ creating: Bool, _ body: @Sendable (inout BackupFile) throws(BackupTargetError) -> R
    ) throws(BackupTargetError) -> R? {
        try file.withLock { (held) throws(BackupTargetError) -> R? in
            guard var opened = try Self.lock(held, path, creating) else {
                held = nil
                return nil
            }
            held = nil
            defer {
                BackupFileCalls.unlock(opened.descriptor)
            }
            do throws(BackupTargetError) {
                try opened.refresh()
                let result = try body(&opened)
                held = opened
                return result
            } catch {
                // What is known of the file is read anew the next time.
                held = BackupFile(path: path, descriptor: opened.descriptor)
                throw error
            }
        }
    }

    /// The file under its name, locked: another process may have written it anew.
    private static func lock(
        _ held: BackupFile?, _ path: String, _ creating: Bool
    ) throws(BackupTargetError) -> BackupFile? {
        var held = held
        while true {
            let file: BackupFile
            if let held {
                file = held
            } else if let descriptor = try BackupFileCalls.open(path, creating: creating) {
                file = BackupFile(path: path, descriptor: descriptor)
            } else {
                return nil
            }
            do throws(BackupTargetError) {
                try BackupFileCalls.lock(file.descriptor)
                if try BackupFileCalls.isNamed(path, file.descriptor) { return file }
            } catch {
                BackupFileCalls.close(file.descriptor)
                throw error
            }
            BackupFileCalls.close(file.descriptor)
            held = nil
        }
    }
}
