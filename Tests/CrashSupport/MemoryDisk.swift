import Glibc

/// A small file system in memory, mounted as long as its object lives; needs root.
package final class MemoryDisk {
    /// Whether this process may mount; asked once, by mounting.
    package static let isPossible: Bool = {
        do {
            _ = try MemoryDisk(kiB: 64)
            return true
        } catch {
            return false
        }
    }()

    /// What a skipped test says.
    package static let reason = "mounting a small file system needs root and CAP_SYS_ADMIN"

    /// Where it is mounted.
    package let path: String
    private let folder: Folder

    /// Mounts an empty file system of a size.
    package init(kiB: Int) throws {
        folder = try Folder(isOnDisk: true)
        path = folder.path
        try Self.run(["-t", "tmpfs", "-o", "size=\(kiB)k,mode=700", "tmpfs", path])
    }

    /// Mounts another folder once more.
    package init(binding other: String, isReadOnly: Bool) throws {
        folder = try Folder(isOnDisk: true)
        path = folder.path
        try Self.run(["--bind", other, path])
        if isReadOnly { try Self.run(["-o", "remount,bind,ro", path]) }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
    }

    /// Makes it readable only, or writable again.
    package func remount(isReadOnly: Bool) throws {
        try Self.run(["-o", isReadOnly ? "remount,ro" : "remount,rw", path])
    }

    /// Writes a file until nothing more fits; its path.
    @discardableResult
    package func fill(leaving spare: Int = 0) throws -> String {
        let name = path + "/filling"
        let file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemCallError("open") }
        defer { close(file) }
        let block = [UInt8](repeating: 1, count: 4096)
        var size = 0
        while true {
            let count = write(file, block, block.count)
            if count < 0 {
                guard errno == ENOSPC else { throw SystemCallError("write") }
                break
            }
            size += count
        }
        if spare > 0, ftruncate(file, off_t(max(0, size - spare))) != 0 {
            throw SystemCallError("ftruncate")
        }
        return name
    }

    private static func run(_ arguments: [String]) throws {
        // mount(8) complains on its error output where that is not allowed.
        let child = try ChildProcess(path: "/bin/mount", arguments)
        guard try child.wait() == .exit(0) else { throw SystemCallError("mount", EPERM) }
    }
}
