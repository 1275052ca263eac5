import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Sets, changes and removes the passcode, and writes in between.
struct PasscodeCycle {
    private let vault: LinuxVault

    init(_ place: Place) {
        vault = place.open()
    }

    func run(rounds: Int) async throws {
        try Report.waitForInput()
        let (first, second) = (SecretBytes(utf8: "first"), SecretBytes(utf8: "second"))
        for round in 0..<rounds {
            try await vault.setPasscode(first)
            try await vault.changePasscode(from: first, to: second, isLeaked: round % 2 == 0)
            try await vault.lock(alsoAfterFirstUnlock: true)
            try await vault.unlock(with: second)
            try await vault.removePasscode(second)
            Report.line("ROUND \(round)")
        }
        Report.line("DONE \(rounds)")
    }
}
