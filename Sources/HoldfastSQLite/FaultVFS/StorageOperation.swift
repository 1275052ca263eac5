#if canImport(CSQLite)
/// One thing that SQLite did to the disk, in the order in which it did them.
///
/// Test equipment.
package enum StorageOperation: Sendable, Equatable {
    /// A file, as distinct from its name: a file made anew under an old name is another file.
    package struct FileID: Hashable, Sendable {
        /// The file's full path.
        package let path: String
        /// 0 for the first file of this name, 1 for the next.
        package let generation: Int

        /// Names a file.
        ///
        /// - Parameters:
        ///   - path: The file's full path.
        ///   - generation: How many files had this name before, 0 or more.
        package init(path: String, generation: Int) {
            self.path = path
            self.generation = generation
        }
    }

    /// A file that was there before the recording opened it; its content counts as durable.
    case found(FileID, bytes: [UInt8])
    /// An open that made the file.
    case create(FileID)
    /// Bytes written at an offset.
    case write(FileID, offset: Int, bytes: [UInt8])
    /// The file cut, or grown with zeros, to a length.
    case truncate(FileID, byteCount: Int)
    /// The file made durable and, with `folderToo`, the names in its folder.
    case sync(FileID, folderToo: Bool)
    /// The file's name removed and, with `folderToo`, the names in its folder made durable.
    case remove(FileID, folderToo: Bool)
    /// What the test noted at this point, such as an acknowledged write.
    case mark(String)
}
#endif
