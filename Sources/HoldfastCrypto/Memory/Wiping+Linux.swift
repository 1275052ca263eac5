#if !canImport(Darwin)
import CLinux

func wipeMemory(_ start: UnsafeMutableRawPointer, _ count: Int) {
    explicit_bzero(start, count)
}
#endif
