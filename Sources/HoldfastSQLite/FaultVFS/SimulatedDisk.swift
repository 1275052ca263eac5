#if canImport(CSQLite)
/// What of a log of operations is on the disk for good, and what is only on its way there.
struct SimulatedDisk {
    typealias FileID = StorageOperation.FileID

    /// A change of a file that no sync has made durable.
    enum Change {
        case write(offset: Int, bytes: [UInt8])
        case truncate(byteCount: Int)
    }

    /// A file's content.
    struct Content {
        var durable: [UInt8] = []
        var pending: [Change] = []
    }

    /// What a name stands for: for good, and then after each change that may not have arrived.
    struct Name {
        var durable: FileID?
        var pending: [FileID?] = []
        var latest: FileID? { pending.last ?? durable }
    }

    private(set) var contents: [FileID: Content] = [:]
    private(set) var names: [String: Name] = [:]

    /// Lets one operation happen.
    mutating func apply(_ operation: StorageOperation) {
        switch operation {
        case .found(let file, let bytes):
            contents[file] = Content(durable: bytes)
            names[file.path] = Name(durable: file)
        case .create(let file):
            contents[file] = Content()
            names[file.path, default: Name()].pending.append(file)
        case .write(let file, let offset, let bytes):
            contents[file]?.pending.append(.write(offset: offset, bytes: bytes))
        case .truncate(let file, let byteCount):
            contents[file]?.pending.append(.truncate(byteCount: byteCount))
        case .sync(let file, let folderToo):
            syncContent(of: file)
            if names[file.path]?.latest == file { syncName(file.path) }
            if folderToo { syncFolder(of: file.path) }
        case .remove(let file, let folderToo):
            names[file.path]?.pending.append(nil)
            if folderToo { syncFolder(of: file.path) }
        case .mark: break
        }
    }

    private mutating func syncContent(of file: FileID) {
        guard let content = contents[file] else { return }
        var bytes = content.durable
        for change in content.pending { bytes.apply(change) }
        contents[file] = Content(durable: bytes)
    }

    private mutating func syncName(_ path: String) {
        guard let name = names[path] else { return }
        names[path] = Name(durable: name.latest)
    }

    private mutating func syncFolder(of path: String) {
        let folder = path.folder
        for other in names.keys where other.folder == folder { syncName(other) }
    }
}

extension [UInt8] {
    /// Lets a change happen in full.
    mutating func apply(_ change: SimulatedDisk.Change) {
        switch change {
        case .write(let offset, let bytes): write(bytes[...], at: offset)
        case .truncate(let byteCount): resize(to: byteCount)
        }
    }

    /// Writes bytes at an offset; a gap before them is filled with zeros, as in a sparse file.
    mutating func write(_ bytes: ArraySlice<UInt8>, at offset: Int) {
        if count < offset + bytes.count { resize(to: offset + bytes.count) }
        withUnsafeMutableBytes { target in
            bytes.withUnsafeBytes { source in
                UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: source)
            }
        }
    }

    /// Cuts, or appends zeros.
    mutating func resize(to byteCount: Int) {
        // By whole memory, as a test replays thousands of disks in a build without optimisation.
        let kept = Swift.min(count, byteCount)
        self = withUnsafeBytes { old in
            [UInt8](unsafeUninitializedCapacity: byteCount) { new, initialized in
                let target = UnsafeMutableRawBufferPointer(new)
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: old[..<kept]))
                target[kept...].initializeMemory(as: UInt8.self, repeating: 0)
                initialized = byteCount
            }
        }
    }
}

extension String {
    /// Everything up to the last slash.
    fileprivate var folder: Substring {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return self[..<slash]
    }
}
#endif
