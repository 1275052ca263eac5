#if canImport(CSQLite)
internal import Glibc

/// A power loss at one point of a recorded log: what the disk may hold afterwards.
///
/// Test equipment. What holds in every outcome:
/// * A file has everything that was written before its last sync.
/// * A file that was made has its name for good after its first sync, or after a sync that took the
///   folder with it; before, it may be missing. A name that was removed may be back until a sync
///   took the folder with it.
/// * Sectors that no unsynced operation touches are as the last sync left them.
///
/// What an outcome decides: for each 512-byte sector of each unsynced write, whether it arrived;
/// for each unsynced truncation, whether it happened; and, for a part of a write past the end that
/// did not arrive, whether the file has grown all the same, with zeros or with stale bytes.
/// Applying the parts that arrived in their order also covers their arrival in any other order: of
/// two writes of the same bytes a disk keeps one or the other, and both are among the choices.
///
/// - Note: The model of SQLite's own tests: https://www.sqlite.org/atomiccommit.html section 2.
package struct PowerLoss: Sendable {
    /// How much of what was not synced survives.
    package enum Survival: Sendable, Hashable {
        /// Nothing: the worst a disk may do to an unsynced write, if it does so evenly.
        case nothingUnsynced
        /// All of it: as after a crash of the process alone.
        case everything
        /// A part of it that depends on the seed alone.
        case random(seed: UInt64)
    }

    /// What a write does to the rest of a sector that it covers in part.
    package enum Sectors: Sendable, Hashable, CaseIterable {
        /// Nothing, as `SQLITE_IOCAP_POWERSAFE_OVERWRITE` says.
        case powersafe
        /// The whole sector may be destroyed when the power fails on the way.
        case destroyed
    }

    private let disk: SimulatedDisk
    private let sectors: Sectors

    /// Lets the power fail.
    ///
    /// - Parameters:
    ///   - log: What a ``RecordingVFS`` recorded.
    ///   - position: How many operations of the log have happened, 0 to all.
    ///   - sectors: What an unsynced write may do to the sector around it.
    package init(log: [StorageOperation], at position: Int, sectors: Sectors = .powersafe) {
        precondition(log.indices.contains(position) || position == log.count, "within the log")
        var disk = SimulatedDisk()
        for operation in log.prefix(position) { disk.apply(operation) }
        self.disk = disk
        self.sectors = sectors
    }

    /// The files that are there after the power loss, by their full path.
    package func files(_ survival: Survival) -> [String: [UInt8]] {
        var outcome = Outcome(survival: survival, sectors: sectors)
        var files: [String: [UInt8]] = [:]
        // Sorted, as a dictionary's order differs from run to run and the seed must decide alone.
        for (path, name) in disk.names.sorted(by: { left, right in left.key < right.key }) {
            guard let file = outcome.file(of: name), let content = disk.contents[file] else {
                continue
            }
            files[path] = outcome.bytes(of: content)
        }
        return files
    }

    /// Writes the files of one outcome into a folder, under the last component of their paths.
    ///
    /// - Parameters:
    ///   - folder: An empty folder.
    ///   - survival: How much of what was not synced survives.
    /// - Throws: ``MaterialiseError`` if a file is there already or cannot be written; the folder
    ///   then holds a part of the files.
    package func materialise(
        into folder: String, _ survival: Survival
    ) throws(MaterialiseError) {
        try Self.materialise(files(survival), into: folder)
    }

    /// Writes files, such as ``files(_:)`` answers with, into a folder, under the last component of
    /// their paths.
    ///
    /// - Parameters:
    ///   - files: The content of each file, by its path.
    ///   - folder: An empty folder.
    /// - Throws: ``MaterialiseError`` if a file is there already or cannot be written; the folder
    ///   then holds a part of the files.
    package static func materialise(
        _ files: [String: [UInt8]], into folder: String
    ) throws(MaterialiseError) {
        for (path, bytes) in files {
            let name = path.split(separator: "/").last ?? ""
            try write(bytes, to: "\(folder)/\(name)")
        }
    }

    /// The system call that failed while an outcome was written out.
    package struct MaterialiseError: Error, Sendable, Equatable {
        /// The `errno`.
        package let systemErrno: Int32
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(MaterialiseError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw MaterialiseError(systemErrno: errno) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { rest in
                Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            guard written > 0 else { throw MaterialiseError(systemErrno: errno) }
            rest = rest.dropFirst(written)
        }
    }
}
#endif
