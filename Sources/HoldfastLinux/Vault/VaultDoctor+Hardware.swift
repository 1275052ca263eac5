#if os(Linux)
import HoldfastCore

extension VaultDoctor {
    /// What this program was built with, and whether the machine has it.
    mutating func examineHardware() {
        guard let sealer = core.configuration.sealer else {
            return add(
                .note, "TPM", "this program was built without support for one",
                advice: "a build with the trait TPM can seal the device secret")
        }
        do throws(KeychainError) {
            let tries = try sealer.tries()
            guard tries.remaining > 1 else {
                return add(
                    .warning, "TPM",
                    "it has counted so many wrong passcodes that it is about to refuse all",
                    advice: "it forgets one every \(tries.interval.components.seconds) seconds")
            }
            add(.good, "TPM", "usable; it takes \(tries.remaining) wrong passcodes before it locks")
        } catch {
            add(.note, "TPM", "not usable: \(error.message)", advice: error.recovery)
        }
    }
}
#endif
