import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Writes one item into a vault that may not be there yet, at the moment it is told to.
struct Creation {
    private let vault: LinuxVault

    init(_ place: Place) {
        vault = place.open()
    }

    func run(id: Int) throws {
        Report.line("READY")
        try Report.waitForInput()
        do throws(KeychainError) {
            // A read first, as most programs do: the vault is there, or not, but never damaged.
            _ = try vault.readWithoutPrompt(try ItemKey(service: "create", account: "none"))
            try vault.writeWithoutPrompt(
                SecretBytes(utf8: "\(id)"), for: try ItemKey(service: "create", account: "\(id)"),
                options: .standard)
            Report.line("OK")
        } catch {
            Report.line("WRONG \(Report.error(error)) \(error.message)")
        }
    }
}
