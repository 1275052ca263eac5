#if canImport(Darwin)
import Darwin

let anonymousMapping = Int32(MAP_ANON)
var mapFailure: UnsafeMutableRawPointer? { MAP_FAILED }

// Darwin has no advice of this kind; its core dumps are off by default.
func excludeFromCoreDumps(_ bytes: UnsafeMutableRawBufferPointer) {}
#endif
