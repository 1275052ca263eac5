#if os(Linux)
import Glibc
import Testing

@testable import HoldfastCrypto

@Suite struct SecretPagesTests {
    @Test("P10: pages of secrets are left out of core dumps, and locked where that is permitted")
    func flags() throws {
        let pages = SecretPages.map(10_000)
        defer { pages.unmap() }
        let flags = try Self.flags(at: UInt(bitPattern: pages.bytes.baseAddress))
        #expect(flags.contains("dd"))
        #expect(!flags.contains("sh"))
        // Not every machine that tests lets anybody lock (RLIMIT_MEMLOCK, sanitizers).
        #expect(flags.contains("lo") == (try Self.canLock()))
        #expect(pages.bytes.count >= 10_000)
        #expect(pages.bytes.allSatisfy { $0 == 0 })
    }

    @Test("P10: the pages of a large secret are gone when it is released")
    func largeSecretIsGone() throws {
        // Large enough that the system is not likely to put something else of this size there.
        let count = 3 << 20
        var secret: SecretBytes? = SecretBytes([UInt8](repeating: 0xa5, count: count))
        let address = secret?.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        let start = try #require(address)
        #expect(try Self.read(start, 16) == [UInt8](repeating: 0xa5, count: 16))
        secret = nil
        // Nothing is mapped there, or something else is by now.
        let seen = try Self.read(start, 16)
        #expect(seen != [UInt8](repeating: 0xa5, count: 16))
    }

    /// The kernel's flags of the mapping that an address lies in (proc_pid_smaps(5)).
    private static func flags(at address: UInt) throws -> [Substring] {
        let text = String(decoding: try readAll("/proc/self/smaps"), as: UTF8.self)
        var isInside = false
        for line in text.split(separator: "\n") {
            let bounds = line.split(separator: " ")[0].split(separator: "-")
            if bounds.count == 2, let start = UInt(bounds[0], radix: 16),
                let end = UInt(bounds[1], radix: 16)
            {
                isInside = (start..<end).contains(address)
            } else if isInside, line.hasPrefix("VmFlags:") {
                return line.split(separator: " ")
            }
        }
        return []
    }

    /// Whether a page that is locked without any of our code counts as locked.
    private static func canLock() throws -> Bool {
        let start = mmap(
            nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | Int32(MAP_ANONYMOUS), -1, 0)
        let page = try #require(start)
        defer { munmap(page, 4096) }
        guard mlock(page, 4096) == 0 else { return false }
        return try flags(at: UInt(bitPattern: page)).contains("lo")
    }

    /// Reads a file of the kernel's, whose size is not known before its end.
    private static func readAll(_ path: String) throws -> [UInt8] {
        let file = open(path, O_RDONLY)
        try #require(file >= 0)
        defer { close(file) }
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while true {
            let got = Glibc.read(file, &part, part.count)
            try #require(got >= 0)
            if got == 0 { return all }
            all += part.prefix(got)
        }
    }

    /// Reads through the kernel, which answers with an error where nothing is mapped.
    private static func read(_ address: UInt, _ count: Int) throws -> [UInt8] {
        let file = open("/proc/self/mem", O_RDONLY)
        try #require(file >= 0)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = pread(file, &bytes, count, off_t(address))
        return got > 0 ? [UInt8](bytes.prefix(got)) : []
    }
}
#endif
