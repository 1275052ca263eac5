import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab

/// A device whose prompts can be made to end with a code: the suite asks for endings that a person
/// cannot bring about at will, such as a lock-out of a prompt for the passcode.
struct ScriptedDevice: AppleDevice {
    let device: any AppleDevice
    let person: Locked<PromptAnswer>

    var isProtectedDataAvailable: Bool? { device.isProtectedDataAvailable }
    var isInForeground: Bool? { device.isInForeground }
    var hasFaceIDUsageDescription: Bool { device.hasFaceIDUsageDescription }

    func makeContext() -> any AuthenticationContext {
        ScriptedContext(device.makeContext(), person)
    }

    func observeProtectedData(
        _ body: @escaping @Sendable () -> Void
    ) -> any Sendable & AnyObject {
        device.observeProtectedData(body)
    }
}

private final class ScriptedContext: AuthenticationContext {
    private let context: any AuthenticationContext
    private let person: Locked<PromptAnswer>

    init(_ context: any AuthenticationContext, _ person: Locked<PromptAnswer>) {
        self.context = context
        self.person = person
    }

    var number: Int { context.number }
    var biometry: AppleBiometry { context.biometry }
    var domainState: [UInt8]? { context.domainState }

    func configure(_ settings: AuthenticationSettings) { context.configure(settings) }
    func canEvaluate(_ policy: AuthenticationPolicy) -> Int { context.canEvaluate(policy) }
    func invalidate() { context.invalidate() }

    func evaluate(_ policy: AuthenticationPolicy) async -> Int {
        if let ending { return ending }
        return await context.evaluate(policy)
    }

    func evaluate(
        _ accessControl: AccessControlObject, for operation: AuthenticationOperation
    ) async -> Int {
        if let ending { return ending }
        return await context.evaluate(accessControl, for: operation)
    }

    /// The number of `LAError` that ends the prompt; `nil` lets the simulated person answer.
    private var ending: Int? {
        guard case .failed(let code) = person.withLock({ $0 }) else { return nil }
        switch code {
        case .userCanceled: return -2
        case .lockout: return -8
        default: return -1
        }
    }
}
