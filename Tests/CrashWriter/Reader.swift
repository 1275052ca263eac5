import CrashSupport
import HoldfastCore
import HoldfastLinux

/// Reads `shared-<n>` until its input ends; anything but a whole value is reported as `WRONG`.
///
/// A vault that is locked for the moment refuses, which is no fault where a passcode comes and goes.
struct Reader {
    private let vault: LinuxVault
    private let keys: [ItemKey]

    init(_ place: Place, keyCount: Int) throws {
        vault = place.open()
        keys = try (0..<keyCount).map { try ItemKey(service: "crash", account: "shared-\($0)") }
    }

    func run() throws {
        Report.line("READY")
        var (reads, refusals) = (0, 0)
        var last: [ItemKey: ItemVersion] = [:]
        while !Report.isInputOver() {
            for key in keys {
                if try isAnswered({ () throws(KeychainError) in try read(key, &last) }) {
                    reads += 1
                } else {
                    refusals += 1
                }
            }
            _ = try isAnswered { () throws(KeychainError) in
                let names = try vault.listWithoutPrompt(service: "crash").map(\.key)
                if !Set(names).isSuperset(of: keys) { Report.line("WRONG list") }
            }
        }
        Report.line("READ \(reads) REFUSED \(refusals)")
    }

    private func isAnswered(_ body: () throws(KeychainError) -> Void) throws -> Bool {
        do throws(KeychainError) {
            try body()
            return true
        } catch {
            guard error.code == .interactionNotAllowed else { throw error }
            return false
        }
    }

    private func read(
        _ key: ItemKey, _ last: inout [ItemKey: ItemVersion]
    ) throws(KeychainError) {
        guard let item = try vault.readWithoutPrompt(key) else {
            return Report.line("WRONG nil")
        }
        if CountedValue(item.value.copyBytes()) == nil { Report.line("WRONG value") }
        if let version = last[key], item.version < version { Report.line("WRONG older") }
        last[key] = item.version
    }
}
