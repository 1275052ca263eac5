#if canImport(Darwin)
import Darwin
#else
import CLinux
#endif

// Safe although unchecked: pages are owned either by one secret or by the arena that keeps them.
/// Whole pages for secrets: private to the process, locked and left out of core dumps if permitted.
struct SecretPages: @unchecked Sendable {
    /// All bytes of the pages.
    let bytes: UnsafeMutableRawBufferPointer

    /// Maps zeroed pages that hold at least a number of bytes.
    ///
    /// Stops the process if there is no memory left, as any Swift allocation does.
    static func map(_ count: Int) -> SecretPages {
        guard let pages = mapIfPossible(count) else {
            fatalError("no memory for a secret of \(count) bytes")
        }
        pages.lock()
        return pages
    }

    /// Keeps the pages out of swap space, if permitted; pages that are locked already stay so.
    func lock() {
        // Best effort, as documented at `SecretBytes`: RLIMIT_MEMLOCK may forbid it.
        _ = mlock(bytes.baseAddress, bytes.count)
    }

    /// Maps zeroed pages that are not locked; `nil` if there is no memory left.
    static func mapIfPossible(_ count: Int) -> SecretPages? {
        let rounded = roundedToPages(count)
        let start = mmap(
            nil, rounded, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymousMapping, -1, 0)
        guard let start, start != mapFailure else { return nil }
        let pages = SecretPages(
            bytes: UnsafeMutableRawBufferPointer(start: start, count: rounded))
        excludeFromCoreDumps(pages.bytes)
        return pages
    }

    /// Gives the pages back to the system, which also unlocks them; wipe them first.
    func unmap() {
        let result = munmap(bytes.baseAddress, bytes.count)
        precondition(result == 0, "pages that were mapped can be unmapped")
    }
}

extension SecretPages {
    /// The pages that `map` made for a secret, found from the secret's bytes.
    init(of secret: UnsafeMutableRawBufferPointer) {
        bytes = UnsafeMutableRawBufferPointer(
            start: secret.baseAddress, count: Self.roundedToPages(secret.count))
    }

    /// How many bytes the pages have that hold so many.
    static func roundedToPages(_ count: Int) -> Int {
        let page = Int(getpagesize())
        return (count + page - 1) / page * page
    }
}
