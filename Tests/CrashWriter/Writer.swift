import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import HoldfastSQLite

/// Writes and removes items until it is killed: `T account count` before, `A account count` after.
///
/// Its own items `w<id>-<n>` it also removes (`R`); the items `shared-<n>` all writers write.
struct Writer {
    private static let sizes = [30, 30, 30, 500, 8_192, 8_193, 200_000]

    private let vault: LinuxVault
    private let id: Int
    private var generator: SplitMix64

    init(_ place: Place, id: Int, seed: Int) {
        vault = place.open()
        self.id = id
        generator = SplitMix64(seed: UInt64(seed))
    }

    /// Writes with counts above a number, so that they grow from round to round.
    mutating func run(after first: Int) throws {
        var count = first
        while true {
            count += 1
            let isShared = Int.random(in: 0..<4, using: &generator) == 0
            let number = Int.random(in: 0..<(isShared ? 3 : 6), using: &generator)
            let account = isShared ? "shared-\(number)" : "w\(id)-\(number)"
            if !isShared && Int.random(in: 0..<8, using: &generator) == 0 {
                try remove(account)
            } else {
                try write(account, count)
            }
        }
    }

    private mutating func write(_ account: String, _ count: Int) throws {
        let size = Self.sizes.randomElement(using: &generator) ?? 30
        let value = CountedValue(writer: id, count: count).bytes(count: size)
        Report.line("T \(account) \(count)")
        try vault.writeWithoutPrompt(
            SecretBytes(value), for: try ItemKey(service: "crash", account: account),
            options: .standard)
        Report.line("A \(account) \(count)")
    }

    private func remove(_ account: String) throws {
        Report.line("T \(account) -")
        try vault.removeWithoutPrompt(try ItemKey(service: "crash", account: account))
        Report.line("A \(account) -")
    }
}
