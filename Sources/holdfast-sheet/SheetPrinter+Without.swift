#if !os(Linux) || !RecoverySheet
import HoldfastCLI

extension SheetPrinter {
    /// This build has no graphics library.
    static let builtIn: SheetPrinter? = nil
}
#endif
