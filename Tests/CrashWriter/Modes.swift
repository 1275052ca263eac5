import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Makes a vault under a umask and stays, so that all of its files can be looked at.
struct Modes {
    private let vault: LinuxVault

    init(_ place: Place) {
        vault = place.open()
    }

    func run(mask: Int) throws {
        umask(mode_t(mask))
        try vault.writeWithoutPrompt(
            SecretBytes(utf8: "v"), for: try ItemKey(service: "mode", account: "a"),
            options: .standard)
        Report.line("WRITTEN")
        try Report.waitForInput()
    }
}
