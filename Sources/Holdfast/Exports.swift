@_exported public import HoldfastCore
#if os(Linux)
@_exported public import HoldfastLinux
#endif
