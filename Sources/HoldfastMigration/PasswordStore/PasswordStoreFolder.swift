#if os(Linux)
import Glibc
import HoldfastCore

/// The folder in which `pass` keeps one encrypted file for each entry.
struct PasswordStoreFolder: Sendable {
    let path: String

    /// Finds it: `PASSWORD_STORE_DIR`, or `.password-store` at home.
    ///
    /// - Throws: `INVALID_ARGUMENT` if neither is an absolute path.
    init(_ environment: SourceEnvironment) throws(KeychainError) {
        if let folder = try environment.text("PASSWORD_STORE_DIR") {
            path = folder
        } else {
            path = (try environment.text("HOME") ?? "") + "/.password-store"
        }
        guard path.hasPrefix("/"), path != "/.password-store" else {
            throw KeychainError(
                .invalidArgument, "the password store has no absolute path",
                advice: "set HOME, or PASSWORD_STORE_DIR to a path that begins with /")
        }
    }

    /// The file of an entry.
    func file(of name: String) -> String { "\(path)/\(name)\(Self.suffix)" }

    /// The names of all entries.
    ///
    /// - Throws: `UNSUPPORTED` if there is no such folder, `UNKNOWN` with the system's number.
    func listing(service: String) throws(KeychainError) -> MigrationListing {
        var listing = MigrationListing()
        do throws(Failure) {
            try walk("", service, &listing)
        } catch {
            guard error.number == ENOENT || error.number == ENOTDIR else { throw error.error }
            throw KeychainError(
                .unsupported, "there is no password store",
                advice: "set PASSWORD_STORE_DIR to where it is")
        }
        listing.items.sort { $0.account.utf8.lexicographicallyPrecedes($1.account.utf8) }
        return listing
    }

    private struct Failure: Error {
        let number: Int32

        var error: KeychainError {
            KeychainError(
                .unknown, "a folder of the password store cannot be read", nativeDomain: "errno",
                nativeCode: Int(number))
        }
    }

    // The folder is relative to the store, empty or ending in a slash.
    private func walk(
        _ folder: String, _ service: String, _ listing: inout MigrationListing
    ) throws(Failure) {
        for bytes in try Self.entries(of: "\(path)/\(folder)") {
            let name = String(decoding: bytes, as: UTF8.self)
            let relative = folder + name
            func refuse(_ error: KeychainError) {
                listing.obstacles.append(.init(service: service, name: relative, error: error))
            }
            guard name.utf8.elementsEqual(bytes) else {
                refuse(Self.notText)
                continue
            }
            switch Self.kind(of: "\(path)/\(relative)") {
            case .folder:
                if Self.ownFolders.contains(name) { continue }
                do throws(Failure) {
                    try walk(relative + "/", service, &listing)
                } catch {
                    refuse(error.error)
                }
            case .linkedFolder: refuse(Self.linked)
            case .file where name.hasSuffix(Self.suffix):
                let account = String(relative.dropLast(Self.suffix.count))
                listing.items.append(
                    MigrationItem(handle: account, service: service, account: account))
            case .unreadable(let number): refuse(Failure(number: number).error)
            case .file, .other: continue
            }
        }
    }

    private enum Kind {
        case file
        case folder
        case linkedFolder
        case other
        case unreadable(Int32)
    }

    private static func kind(of path: String) -> Kind {
        var (own, target) = (stat(), stat())
        guard lstat(path, &own) == 0, stat(path, &target) == 0 else { return .unreadable(errno) }
        let isLink = own.st_mode & S_IFMT == S_IFLNK
        switch target.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return isLink ? .linkedFolder : .folder
        default: return .other
        }
    }

    /// The names in a folder, as bytes, without itself and the one above.
    private static func entries(of path: String) throws(Failure) -> [[UInt8]] {
        guard let folder = opendir(path) else { throw Failure(number: errno) }
        defer { closedir(folder) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                guard errno == 0 else { throw Failure(number: errno) }
                return names
            }
            // The entry may be shorter than the structure, so only its name is looked at.
            let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
            let start = UnsafeRawPointer(entry) + offset
            let count = strlen(start.assumingMemoryBound(to: CChar.self))
            let name = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
            if name != Array(".".utf8) && name != Array("..".utf8) { names.append(name) }
        }
    }

    private static let suffix = ".gpg"
    /// Of `pass` and of git, not of the person.
    private static let ownFolders: Set<String> = [".git", ".extensions"]

    private static let notText = KeychainError(
        .unsupported, "the entry's name is not UTF-8 text", advice: "rename it with 'pass mv'")
    private static let linked = KeychainError(
        .unsupported, "a folder behind a symbolic link is not followed",
        advice: "run it again with PASSWORD_STORE_DIR set to that folder")
}
#endif
