#if !canImport(Darwin)
import CLinux

let anonymousMapping = Int32(MAP_ANONYMOUS)
// MAP_FAILED is a cast macro, which the importer leaves out: mmap(2) defines it as (void *) -1.
var mapFailure: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: -1) }

func excludeFromCoreDumps(_ bytes: UnsafeMutableRawBufferPointer) {
    // Best effort: a kernel without the advice still gives working memory.
    _ = madvise(bytes.baseAddress, bytes.count, Int32(MADV_DONTDUMP))
}
#endif
