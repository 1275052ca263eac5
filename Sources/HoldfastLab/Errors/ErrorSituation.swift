public import HoldfastCore

/// A situation on a simulated phone that ends in one error code, through the public API.
public struct ErrorSituation: Sendable, CustomStringConvertible {
    /// Where an error comes from.
    public enum Origin: String, Sendable, CaseIterable {
        /// What a phone, its owner or the app does.
        case simulated
        /// A native answer that no phone of the simulation gives by itself.
        case injected
    }

    /// What a play came to.
    public enum Outcome: Sendable, Equatable {
        /// The last call answered.
        case answer
        /// The last call threw.
        case failure(KeychainError)
        /// The situation could not be brought about: what was done before the last call threw, or
        /// the platform call that something was to happen at was never made.
        case notReached(String)
    }

    /// Which phone.
    public let platform: PhoneSystem
    /// The code that the last call throws.
    public let code: KeychainError.Code
    /// What happens, in a few words.
    public let words: String
    /// Whether an injected native answer is what causes the error.
    public var origin: Origin { strike?.origin ?? .simulated }

    let profile: PhoneProfile
    let strike: Strike?
    let arrange: Step
    let act: Step

    /// One half of a situation.
    typealias Step = @Sendable (SituationStage) async throws(KeychainError) -> Void

    /// The situation in a line.
    public var description: String { "\(platform), \(code): \(words)" }
}

extension ErrorSituation {
    /// Something that happens at one platform call of the last step.
    struct Strike: Sendable {
        let call: String
        let kind: Fault.Kind

        /// A native failure instead of the call's own answer.
        static func failure(_ domain: String, _ code: Int, at call: String) -> Strike {
            let failure = NativeFailure(domain: domain, code: code, name: "injected")
            return Strike(call: call, kind: .failure(failure, .beforeEffect))
        }

        /// An event just before the call.
        static func event(_ event: PhoneEvent, at call: String) -> Strike {
            Strike(call: call, kind: .event(event))
        }

        var origin: Origin {
            if case .event = kind { .simulated } else { .injected }
        }
    }
}
