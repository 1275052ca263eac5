@_exported public import HoldfastCore
#if canImport(Security)
@_exported public import HoldfastApple
#elseif os(Android)
@_exported public import HoldfastAndroid
#elseif os(Linux)
@_exported public import HoldfastLinux
#endif
