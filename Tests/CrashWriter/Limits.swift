import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// The vault under the system's limits; each outcome is a line.
struct Limits {
    private let place: Place

    init(_ place: Place) {
        self.place = place
    }

    /// Reads and writes with ever more free descriptors, from none on, until both work.
    func runWithoutDescriptors() throws {
        let key = try ItemKey(service: "limit", account: "a")
        // What the libraries open once for themselves is open by now.
        _ = try place.open().readWithoutPrompt(key)
        let highest = try highestDescriptor()
        for spare in 0..<40 as Range<Int32> {
            try limit(RLIMIT_NOFILE, rlim_t(highest + 1 + spare))
            let read = outcome { () throws(KeychainError) in
                let item = try place.open().readWithoutPrompt(key)
                return item.map { $0.value.utf8String() ?? "not text" } ?? "nil"
            }
            let write = outcome { () throws(KeychainError) in
                try place.open().writeWithoutPrompt(
                    SecretBytes(utf8: "v"), for: key, options: .standard)
                return "written"
            }
            Report.line("READ \(read)")
            Report.line("WRITE \(write)")
            if write == "written" { break }
        }
        Report.line("DONE")
    }

    /// Writes until a file would be larger than the system lets it be, then once without limit.
    func runWithSmallFiles() throws {
        signal(SIGXFSZ, SIG_IGN)
        let key = try ItemKey(service: "limit", account: "a")
        let vault = place.open()
        try limit(RLIMIT_FSIZE, 300_000)
        for count in 1...200 {
            let value = SecretBytes(CountedValue(writer: 0, count: count).bytes(count: 20_000))
            let write = outcome { () throws(KeychainError) in
                try vault.writeWithoutPrompt(value, for: key, options: .standard)
                return "written"
            }
            guard write != "written" else { continue }
            Report.line("WRITE \(count) \(write)")
            break
        }
        let read = outcome { () throws(KeychainError) in
            let item = try vault.readWithoutPrompt(key)
            return item.flatMap { CountedValue($0.value.copyBytes()) }.map { "\($0.count)" }
                ?? "nil"
        }
        Report.line("READ \(read)")
        try limit(RLIMIT_FSIZE, rlim_t.max)
        try vault.writeWithoutPrompt(SecretBytes(utf8: "later"), for: key, options: .standard)
        Report.line("DONE")
    }

    private func outcome(_ body: () throws(KeychainError) -> String) -> String {
        do throws(KeychainError) {
            return try body()
        } catch {
            return Report.error(error)
        }
    }

    private func highestDescriptor() throws -> Int32 {
        let next = dup(0)
        guard next >= 0 else { throw SystemCallError("dup") }
        close(next)
        return next - 1
    }

    private func limit(_ resource: __rlimit_resource, _ value: rlim_t) throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
            throw SystemCallError("getrlimit")
        }
        limit.rlim_cur = min(value, limit.rlim_max)
        guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
            throw SystemCallError("setrlimit")
        }
    }
}
