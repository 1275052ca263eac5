#if !canImport(Security)
import CLinux

extension EntropyCall {
    /// getrandom(2) with no flags: waits, early in the boot only, until the pool is seeded.
    static let system = EntropyCall { start, count in
        let result = holdfast_getrandom(start, count)
        if result >= 0 { return .wrote(Int(result)) }
        return result == -Int(EINTR) ? .interrupted : .failed(code: -Int(result))
    }
}
#endif
