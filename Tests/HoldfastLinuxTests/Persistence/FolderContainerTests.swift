import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

@Suite struct FolderContainerTests {
    private let folder: TemporaryFolder
    private let container: FolderContainer
    private var path: String { folder.path + "/a/b" }

    init() throws {
        folder = try TemporaryFolder()
        container = FolderContainer(folder.path + "/a/b")
    }

    @Test("P1: a file is there as written, replaced and removed, and 'none' is nil")
    func files() throws {
        #expect(try container.readFile("x") == nil)
        try container.removeFile("x")
        for bytes in [[], [1, 2, 3], Array(repeating: 7, count: 100_000)] as [[UInt8]] {
            try container.replaceFile("x", with: bytes)
            #expect(try container.readFile("x") == bytes)
        }
        try container.removeFile("x")
        #expect(try container.readFile("x") == nil)
    }

    @Test("Files and directories are the owner's alone, and nothing unfinished stays")
    func modes() throws {
        try container.replaceFile("x", with: [1])
        let file = try #require(try FileSystem.status(path + "/x"))
        let directory = try #require(try FileSystem.status(path))
        #expect(file.permissions == 0o600 && directory.permissions == 0o700)
        let handle = try #require(opendir(path))
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        #expect(names.sorted() == [".", "..", "x"])
    }

    @Test("P1: what is no regular file is an error and not 'none'")
    func links() throws {
        try container.replaceFile("x", with: [1])
        #expect(symlink(path + "/x", path + "/link") == 0)
        #expect(mkdir(path + "/folder", 0o700) == 0)
        for name in ["link", "folder"] {
            let error = #expect(throws: KeychainError.self) { try container.readFile(name) }
            #expect(error?.code == .unknown && error?.nativeDomain == "errno")
        }
        let inFile = FolderContainer(path + "/x")
        #expect(throws: KeychainError.self) { try inFile.replaceFile("y", with: []) }
        #expect(throws: KeychainError.self) { try inFile.readFile("y") }
        #expect(throws: KeychainError.self) { try inFile.withLock { () } }
    }

    @Test("P2: a replacement that fails leaves the old file")
    func failure() throws {
        try container.replaceFile("x", with: [1])
        #expect(mkdir(path + "/y", 0o700) == 0)
        #expect(mkdir(path + "/y/z", 0o700) == 0)
        // A directory that is not empty cannot be replaced by a file.
        #expect(throws: KeychainError.self) { try container.replaceFile("y", with: [2]) }
        #expect(try container.readFile("x") == [1])
        #expect(try FileSystem.status(path + "/y/z")?.isDirectory == true)
    }

    @Test("The lock lets in one body at a time")
    func lock() async throws {
        let other = FolderContainer(path)
        let isInside = Locked(false)
        let overlaps = Locked(0)
        let container = container
        await withTaskGroup(of: Void.self) { group in
            for one in [container, other, container, other] {
                let queue = BlockingQueue(label: "test")
                group.addTask {
                    for _ in 0..<50 {
                        _ = await code {
                            try await queue.run { () throws(KeychainError) in
                                try one.withLock { () throws(KeychainError) in
                                    if isInside.withLock({ $0 }) { overlaps.withLock { $0 += 1 } }
                                    isInside.withLock { $0 = true }
                                    sched_yield()
                                    isInside.withLock { $0 = false }
                                }
                            }
                        }
                    }
                }
            }
        }
        #expect(overlaps.withLock { $0 } == 0)
        let thrown = #expect(throws: KeychainError.self) {
            try container.withLock { () throws(KeychainError) in
                throw StoreConflict.notFound.error
            }
        }
        #expect(thrown == StoreConflict.notFound.error)
        #expect(try container.withLock { 7 } == 7)
    }
}
