import HoldfastApple
import HoldfastCrypto

/// A keychain that remembers what it was asked, and lets a test act between two calls.
final class RecordingKeychain: SecItemCalls {
    enum Call: Sendable {
        case add(SecItemDictionary)
        case copyMatching(SecItemDictionary)
        case update(SecItemDictionary, SecItemDictionary)
        case delete(SecItemDictionary)
    }

    private let keychain: any SecItemCalls
    private let record = Locked<[Call]>([])
    private let beforeNextAdd = Locked<(@Sendable () -> Void)?>(nil)
    private let beforeNextUpdate = Locked<(@Sendable () -> Void)?>(nil)

    init(_ keychain: any SecItemCalls) {
        self.keychain = keychain
    }

    var calls: [Call] { record.withLock { $0 } }

    /// Has something happen just before the next addition.
    func beforeNextAdd(_ body: @escaping @Sendable () -> Void) {
        beforeNextAdd.withLock { $0 = body }
    }

    /// Has something happen just before the next update.
    func beforeNextUpdate(_ body: @escaping @Sendable () -> Void) {
        beforeNextUpdate.withLock { $0 = body }
    }

    func add(_ attributes: SecItemDictionary) -> Int32 {
        Self.take(beforeNextAdd)?()
        record.withLock { $0.append(.add(attributes)) }
        return keychain.add(attributes)
    }

    func copyMatching(_ query: SecItemDictionary) -> SecItemMatches {
        record.withLock { $0.append(.copyMatching(query)) }
        return keychain.copyMatching(query)
    }

    func update(_ query: SecItemDictionary, _ attributes: SecItemDictionary) -> Int32 {
        Self.take(beforeNextUpdate)?()
        record.withLock { $0.append(.update(query, attributes)) }
        return keychain.update(query, attributes)
    }

    func delete(_ query: SecItemDictionary) -> Int32 {
        record.withLock { $0.append(.delete(query)) }
        return keychain.delete(query)
    }

    private static func take(_ body: Locked<(@Sendable () -> Void)?>) -> (@Sendable () -> Void)? {
        body.withLock { body in
            defer { body = nil }
            return body
        }
    }

    func createAccessControl(_ accessControl: AccessControlObject) -> Int32 {
        keychain.createAccessControl(accessControl)
    }
}
