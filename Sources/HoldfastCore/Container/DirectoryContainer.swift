#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#endif

/// An app's folder as a directory of plain files.
///
/// A file is replaced by writing a new one beside it, syncing it, renaming it over the old one and
/// syncing the directory (P2, P5). Files have mode 0600 and the directory 0700; no link is followed,
/// and what is no regular file is an error. Nothing secret belongs here: files are not encrypted, and
/// on Apple's systems they are readable before the first unlock.
public struct DirectoryContainer: AppContainer {
    private let path: String

    /// Names a directory, which is made with the first file.
    ///
    /// - Parameter path: an absolute path; what lies above it need not exist either.
    public init(path: String) {
        self.path = path
    }

    /// Reads a whole file.
    ///
    /// - Parameter name: 1 to 64 letters, digits, dots, dashes and low lines.
    /// - Returns: its bytes, or `nil` if the directory answered that there is no such file (P1).
    /// - Throws: `UNKNOWN` with an `errno`, `INVALID_ARGUMENT` for another name.
    public func readFile(_ name: String) throws(KeychainError) -> [UInt8]? {
        let file = try place(of: name)
        return try Self.mapped("a file of the app's folder cannot be read") {
            () throws(FileFailure) in try FileFailure.read(file)
        }
    }

    /// Replaces a whole file, or makes it, in one durable step.
    ///
    /// - Parameters:
    ///   - name: as for ``readFile(_:)``.
    ///   - bytes: 0 or more bytes.
    /// - Throws: `UNKNOWN` with an `errno`; the old file is still there, or, if only the last sync
    ///   failed, the new one.
    public func replaceFile(_ name: String, with bytes: [UInt8]) throws(KeychainError) {
        let file = try place(of: name)
        let new = path + "/." + name + ".new"
        try Self.mapped("a file of the app's folder cannot be written") { () throws(FileFailure) in
            try FileFailure.makeDirectories(path)
            try FileFailure.write(bytes, new: new, over: file)
            try FileFailure.syncDirectory(path)
        }
    }

    /// Removes a file, which may be missing.
    ///
    /// - Parameter name: as for ``readFile(_:)``.
    /// - Throws: as ``replaceFile(_:with:)``.
    public func removeFile(_ name: String) throws(KeychainError) {
        let file = try place(of: name)
        try Self.mapped("a file of the app's folder cannot be removed") { () throws(FileFailure) in
            if unlink(file) == 0 { return try FileFailure.syncDirectory(path) }
            let failure = FileFailure.current
            guard failure.number == ENOENT else { throw failure }
        }
    }

    /// Runs a body while no other process, and no other call, holds the same lock.
    ///
    /// - Parameter body: what to run.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `UNKNOWN` with an `errno` if the lock cannot be had.
    public func withLock<Answer: Sendable>(
        _ body: () throws(KeychainError) -> Answer
    ) throws(KeychainError) -> Answer {
        let lock = try Self.mapped("the app's folder cannot be locked") {
            () throws(FileFailure) in
            try FileFailure.makeDirectories(path)
            return try FileFailure.openLocked(path + "/.lock")
        }
        // Closing drops the lock, and so does the end of the process.
        defer { close(lock) }
        return try body()
    }

    private func place(of name: String) throws(KeychainError) -> String {
        let isFine = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        // A dot in front is how this type names its own files.
        guard isFine, (1...64).contains(name.utf8.count), !name.hasPrefix(".") else {
            throw KeychainError(.invalidArgument, "that is no name of a file in the app's folder")
        }
        return path + "/" + name
    }

    private static func mapped<R>(
        _ what: String, _ body: () throws(FileFailure) -> R
    ) throws(KeychainError) -> R {
        do {
            return try body()
        } catch {
            throw KeychainError(
                .unknown, what, nativeDomain: "errno", nativeCode: Int(error.number))
        }
    }
}

extension DirectoryContainer: CustomStringConvertible {
    /// The type's name; a path may tell somebody's name (P10).
    public var description: String { "DirectoryContainer" }
}
