#if canImport(Darwin)
import Darwin

// C11 Annex K: memset_s is the one whose stores may not be left out.
func wipeMemory(_ start: UnsafeMutableRawPointer, _ count: Int) {
    let result = memset_s(start, count, 0, count)
    precondition(result == 0, "memset_s takes any count up to RSIZE_MAX")
}
#endif
