#if os(Linux)
import HoldfastCore
import HoldfastCrypto

extension VaultDoctor {
    /// What this program was built with, and whether the machine has it.
    mutating func examineHardware() {
        guard BuiltInSealer.isThere || core.configuration.sealer != nil else {
            return add(
                .note, "TPM", "this program was built without support for one",
                advice: "a build with the trait TPM can seal the device secret")
        }
        do throws(KeychainError) {
            // Sealing leaves nothing behind, and nothing else shows that it works.
            _ = try core.sealer().seal(SecretBytes([0]), authorization: nil, registers: [])
            add(.good, "TPM", "there, and usable by this user")
        } catch {
            add(.note, "TPM", "not usable: \(error.message)", advice: error.recovery)
        }
    }
}
#endif
