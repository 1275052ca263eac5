@_exported public import HoldfastCore
