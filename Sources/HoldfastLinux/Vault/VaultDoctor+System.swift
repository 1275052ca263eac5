#if os(Linux)
import CLinux
import Glibc
import HoldfastCore
import HoldfastCrypto

extension VaultDoctor {
    /// What the system gives: the keyring, core dumps, swap.
    mutating func examineSystem() {
        do throws(KeychainError) {
            _ = try KernelKeyring().key(.probe)
            add(
                .good, "kernel keyring", "usable; processes of the same user can read what is in it"
            )
        } catch {
            add(
                .warning, "kernel keyring", "refused here (\(error.nativeCode ?? 0))",
                advice: KernelKeyring.waysOut)
        }
        var limit = rlimit()
        let dumpable = holdfast_prctl(PR_GET_DUMPABLE, 0)
        let hasLimit = getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0
        if dumpable == 0 || (hasLimit && limit.rlim_cur == 0) {
            add(.good, "core dumps", "off for this process")
        } else {
            add(
                .warning, "core dumps", "on for this process: a crash may write secrets to disk",
                advice: "`ulimit -c 0`; the holdfast tool switches them off for itself")
        }
        examineSwap()
    }

    private mutating func examineSwap() {
        guard let file = fopen("/proc/swaps", "re") else { return }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        var count = 0
        while fgets(&line, Int32(line.count), file) != nil { count += 1 }
        if count > 1 {
            add(
                .note, "swap",
                "in use: keys are locked in memory as far as the limit allows, other"
                    + " memory is not",
                advice: "encrypt the swap device")
        } else {
            add(.good, "swap", "none")
        }
    }
}

extension ClassKeyName {
    /// A name that no vault has, to find out whether a keyring answers.
    fileprivate static let probe: ClassKeyName = {
        guard let vaultID = VaultID([UInt8](repeating: 0, count: VaultID.byteCount)) else {
            preconditionFailure("16 bytes are an id")
        }
        return ClassKeyName(
            vaultID: vaultID, slot: KeySlot(keyClass: .metadata, generation: 0))
    }()
}
#endif
