import HoldfastCore
import HoldfastCrypto
import HoldfastLab

/// A key store with one fault, and the cases of the suite that must find it.
struct PlantedKeyFault: Sendable, CustomStringConvertible {
    let description: String
    /// The cases that must fail, and no others.
    let breaks: Set<String>
    /// Cases with tasks at once, which the fault may or may not hit.
    let mayBreak: Set<String>
    let subject: @Sendable () throws -> KeyStoreSubject

    init(
        _ description: String, breaks: Set<String>, mayBreak: Set<String> = [],
        capabilities: StoreCapabilities = .memory,
        plant: @escaping @Sendable (inout FaultyKeyStore) -> Void
    ) {
        self.description = description
        self.breaks = breaks
        self.mayBreak = mayBreak
        subject = {
            var subject = KeyStoreSubject(
                softwareKeysOver: ConformanceSubject.memory(capabilities: capabilities))
            var store = FaultyKeyStore(subject.store)
            plant(&store)
            subject.store = store
            if let reopen = subject.reopen {
                subject.reopen = {
                    var reopened = FaultyKeyStore(try await reopen())
                    plant(&reopened)
                    return reopened
                }
            }
            return subject
        }
    }

    /// A fault of the whole subject, which no single call shows.
    init(
        _ description: String, breaks: Set<String>,
        spoil: @escaping @Sendable (inout KeyStoreSubject) -> Void
    ) {
        self.description = description
        self.breaks = breaks
        mayBreak = []
        subject = {
            var subject = KeyStoreSubject(softwareKeysOver: .memory())
            spoil(&subject)
            return subject
        }
    }

    static let all = answers + changes + lookups + options

    /// A key that is nobody's.
    static func stranger() -> P256PrivateKey {
        do {
            return try P256PrivateKey(scalar: SecretBytes([UInt8](repeating: 3, count: 32)))
        } catch {
            preconditionFailure("a fixed scalar is no key")
        }
    }

    /// An error in the place of an answer, or the other way round.
    static func swallow<Answer>(
        _ answer: Result<Answer?, KeychainError>, _ code: KeychainError.Code
    ) -> Result<Answer?, KeychainError> {
        if case .failure(let error) = answer, error.code == code { return .success(nil) }
        return answer
    }
}
