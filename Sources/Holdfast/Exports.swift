@_exported public import HoldfastCore
#if canImport(Security)
@_exported public import HoldfastApple
#elseif os(Linux)
@_exported public import HoldfastLinux
#endif
