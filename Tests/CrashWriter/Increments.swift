import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Adds one, again and again, to an item of its own and to one that all processes share.
struct Increments {
    private let vault: LinuxVault

    init(_ place: Place) {
        vault = place.open()
    }

    func run(id: Int, count: Int) async throws {
        try Report.waitForInput()
        for _ in 0..<count {
            try await add(to: try ItemKey(service: "count", account: "shared"))
            try await add(to: try ItemKey(service: "count", account: "own \(id)"))
        }
        Report.line("DONE \(count)")
    }

    private func add(to key: ItemKey) async throws {
        while true {
            do throws(KeychainError) {
                try await vault.update(key) { (item) throws(KeychainError) in
                    let number = item.flatMap { $0.value.utf8String() }.flatMap { Int($0) } ?? 0
                    return SecretBytes(utf8: String(number + 1))
                }
                return
            } catch {
                // So many others were quicker so often that the update gave up: once more.
                let conflict = StoreConflict.versionChanged.rawValue
                guard error.nativeDomain == StoreConflict.domain, error.nativeCode == conflict
                else { throw error }
            }
        }
    }
}
