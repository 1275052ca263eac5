#if canImport(LocalAuthentication)
import HoldfastCrypto
import LocalAuthentication

// Safe although unchecked: this package uses the context under `lock` alone. The keychain and
// CryptoKit get it from the registry and only ask it for its handle, within their own call, which an
// `LAContext` answers on any thread; nobody changes its settings meanwhile, because the one task that
// asks a person has configured it for the last time before it hands the number on.
/// An `LAContext` that one thread at a time changes or asks.
final class HeldContext: @unchecked Sendable {
    let object = LAContext()
    private let lock = Locked(Turn())

    func use<R: Sendable>(_ body: (LAContext) -> R) -> R {
        lock.withLock { _ in body(object) }
    }
}

/// The contexts of this process by their numbers, so that a keychain dictionary can name one.
enum ContextRegistry {
    private struct Contexts {
        var next = 1
        var byNumber: [Int: HeldContext] = [:]
    }

    private static let contexts = Locked(Contexts())

    static func make() -> (number: Int, context: HeldContext) {
        let context = HeldContext()
        let number = contexts.withLock { contexts in
            defer { contexts.next += 1 }
            contexts.byNumber[contexts.next] = context
            return contexts.next
        }
        return (number, context)
    }

    static func forget(_ number: Int) {
        contexts.withLock { $0.byNumber[number] = nil }
    }

    /// The context of a number, for the length of one call that names it.
    static func context(_ number: Int) -> LAContext? {
        contexts.withLock { $0.byNumber[number] }?.object
    }
}
#endif
