import FoundationEssentials
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@Suite final class DirectoryContainerTests {
    private let folder: String

    init() throws {
        let number = UInt64.random(in: 0...UInt64.max)
        folder = FileManager.default.temporaryDirectory.path + "/container-\(number)"
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            // What is left in the system's temporary directory fails no promise.
        }
    }

    private var container: DirectoryContainer { DirectoryContainer(path: folder + "/a/b") }

    @Test("P1: a file that is not there is nil, and so is one in a directory that is not there")
    func missing() throws {
        #expect(try container.readFile("ledger") == nil)
        try container.replaceFile("other", with: [1])
        #expect(try container.readFile("ledger") == nil)
    }

    @Test("a directory that cannot be made is an error, and not tried for ever")
    func linkToNowhere() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let link = folder + "/link"
        try #require(symlink(folder + "/nowhere", link) == 0)
        for path in [link + "/a", link + "/a/b/c", "/proc/holdfast", "/proc/holdfast/a/b"] {
            let error = #expect(throws: KeychainError.self, "\(path)") {
                try DirectoryContainer(path: path).replaceFile("ledger", with: [1])
            }
            #expect(error?.nativeDomain == "errno" && error?.nativeCode == Int(ENOENT), "\(path)")
        }
    }

    @Test("P2: a file is replaced whole", arguments: [0, 1, 70_000, 200_000])
    func replacing(_ byteCount: Int) throws {
        let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0) }
        try container.replaceFile("ledger", with: [9, 9, 9])
        try container.replaceFile("ledger", with: bytes)
        #expect(try container.readFile("ledger") == bytes)
        try container.replaceFile("ledger", with: [7])
        #expect(try container.readFile("ledger") == [7])
    }

    @Test("a removed file is missing, and removing it again is no error")
    func removing() throws {
        try container.replaceFile("ledger", with: [1])
        try container.removeFile("ledger")
        #expect(try container.readFile("ledger") == nil)
        try container.removeFile("ledger")
    }

    @Test("P2: what a dead writer left beside a file does no harm")
    func leftovers() throws {
        try container.replaceFile("ledger", with: [1])
        let leftover = folder + "/a/b/.ledger.new"
        try Data(repeating: 5, count: 900).write(to: URL(filePath: leftover))
        #expect(try container.readFile("ledger") == [1])
        try container.replaceFile("ledger", with: [2, 3])
        #expect(try container.readFile("ledger") == [2, 3])
        #expect(!FileManager.default.fileExists(atPath: leftover))
    }

    @Test("only the owner can look into the directory and its files")
    func modes() throws {
        try container.replaceFile("ledger", with: [1])
        for (path, mode) in [("/a/b", 0o700), ("/a", 0o700), ("/a/b/ledger", 0o600)] {
            var status = stat()
            #expect(stat(folder + path, &status) == 0)
            #expect(Int(status.st_mode) & 0o7777 == mode, "\(path)")
        }
    }

    @Test("P1: a directory in the place of a file is an error with its number, and not a nil")
    func obstacle() throws {
        try FileManager.default.createDirectory(
            atPath: folder + "/a/b/ledger", withIntermediateDirectories: true)
        do {
            _ = try container.readFile("ledger")
            Issue.record("a directory was read")
        } catch {
            #expect(error.code == .unknown)
            #expect(error.nativeDomain == "errno")
            #expect(error.nativeCode != nil)
        }
        #expect(throws: KeychainError.self) { try container.replaceFile("ledger", with: [1]) }
    }

    @Test(
        "P1: a link or a pipe in the place of a file is an error and not a nil", arguments: [0, 1])
    func noFile(_ kind: Int) throws {
        try container.replaceFile("ledger", with: [1])
        for name in ["x", ".lock"] {
            let path = folder + "/a/b/" + name
            #expect((kind == 0 ? symlink("ledger", path) : mkfifo(path, 0o600)) == 0)
        }
        let errors = [
            #expect(throws: KeychainError.self) { try container.readFile("x") },
            #expect(throws: KeychainError.self) { try container.withLock { () } },
        ]
        #expect(errors.allSatisfy { $0?.code == .unknown && $0?.nativeCode == Int(ELOOP) })
    }

    @Test("P1: a file in the place of the directory is an error at every call")
    func noDirectory() throws {
        try container.replaceFile("ledger", with: [1])
        let inFile = DirectoryContainer(path: folder + "/a/b/ledger")
        #expect(throws: KeychainError.self) { try inFile.readFile("y") }
        #expect(throws: KeychainError.self) { try inFile.replaceFile("y", with: []) }
        #expect(throws: KeychainError.self) { try inFile.withLock { () } }
        #expect(try container.readFile("ledger") == [1])
    }

    @Test("P2: a replacement that fails leaves what was there, and nothing unfinished")
    func failure() throws {
        try container.replaceFile("ledger", with: [1])
        let inside = folder + "/a/b/y/z"
        try FileManager.default.createDirectory(
            atPath: inside, withIntermediateDirectories: true)
        // A directory that is not empty cannot be replaced by a file.
        #expect(throws: KeychainError.self) { try container.replaceFile("y", with: [2]) }
        #expect(FileManager.default.fileExists(atPath: inside))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/a/b")
        #expect(names.sorted() == ["ledger", "y"])
    }

    @Test("what a body under the lock throws comes out, and the lock is free again")
    func throwingBody() throws {
        let thrown = #expect(throws: KeychainError.self) {
            try container.withLock { () throws(KeychainError) in
                throw StoreConflict.notFound.error
            }
        }
        #expect(thrown == StoreConflict.notFound.error)
        #expect(try container.withLock { 7 } == 7)
    }

    @Test(
        "names that are no file names are refused",
        arguments: ["", ".", "..", ".lock", "a/b", "a b", "ä", String(repeating: "x", count: 65)])
    func names(_ name: String) throws {
        do {
            try container.replaceFile(name, with: [1])
            Issue.record("it was written")
        } catch {
            #expect(error.code == .invalidArgument)
        }
    }

    @Test("names as other libraries give their files are names")
    func otherNames() throws {
        try container.replaceFile("RN_KEYCHAIN.preferences_pb", with: [1])
        #expect(try container.readFile("RN_KEYCHAIN.preferences_pb") == [1])
    }

    @Test("P2: the lock lets eight threads count without losing one")
    func locking() async throws {
        let container = container
        try container.replaceFile("count", with: [0])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                let queue = BlockingQueue(label: "container \(number)")
                group.addTask {
                    for _ in 0..<10 {
                        try await queue.run { () throws(KeychainError) in
                            try container.withLock { () throws(KeychainError) in
                                let count = try container.readFile("count")?.first ?? 100
                                try container.replaceFile("count", with: [count + 1])
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try container.readFile("count") == [80])
    }

    @Test("P2: writers without the lock leave one whole file")
    func unlockedWriters() async throws {
        let container = container
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                let queue = BlockingQueue(label: "writer \(number)")
                group.addTask {
                    for _ in 0..<10 {
                        try await queue.run { () throws(KeychainError) in
                            let bytes = [UInt8](repeating: UInt8(number), count: 3_000 + number)
                            try container.replaceFile("busy", with: bytes)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let bytes = try container.readFile("busy") ?? []
        #expect(Set(bytes).count == 1)
        #expect(bytes.first.map { bytes.count == 3_000 + Int($0) } == true)
    }
}
