import HoldfastApple
import HoldfastCrypto

/// One `LAContext` of a process on a simulated iPhone.
final class SimulatedContext: AuthenticationContext {
    private let process: AppProcess
    let number: Int

    init(process: AppProcess, number: Int) {
        self.process = process
        self.number = number
    }

    deinit {
        process.phone.state.withLock { $0.keychain.contexts[name] = nil }
    }

    var biometry: AppleBiometry {
        process.phone.state.withLock { state in
            guard state.keychain.contexts[name]?.wasAsked == true else { return .none }
            return state.keychain.profile.biometry
        }
    }

    var domainState: [UInt8]? {
        process.phone.state.withLock { $0.keychain.contexts[name]?.domainState }
    }

    func configure(_ settings: AuthenticationSettings) {
        process.phone.state.withLock { $0.keychain.contexts[name]?.settings = settings }
    }

    func canEvaluate(_ policy: AuthenticationPolicy) -> Int {
        let need = PersonNeed(policy)
        return perform("LAContext.canEvaluatePolicy", policy.words, SecItemFailures.canEvaluate) {
            (state, _, context) in
            context.wasAsked = true
            if context.isInvalid { return LAErrorCode.invalidContext }
            let code = state.availability(of: need, self.process.app)
            context.domainState = code == 0 ? state.domainState(self.process.app) : nil
            return code
        }
    }

    func evaluate(_ policy: AuthenticationPolicy) async -> Int {
        let need = PersonNeed(policy)
        return perform("LAContext.evaluatePolicy", policy.words, SecItemFailures.evaluate) {
            (state, caller, context) throws(SecItemStop) in
            let code = try state.ask(need, policy: policy, &context, caller)
            if code == 0 { context.domainState = state.domainState(self.process.app) }
            return code
        }
    }

    func evaluate(
        _ accessControl: AccessControlObject, for operation: AuthenticationOperation
    ) async -> Int {
        let need = PersonNeed(accessControl.flags)
        let subject = "\(accessControl.protection) for operation \(operation.rawValue)"
        return perform("LAContext.evaluateAccessControl", subject, SecItemFailures.evaluate) {
            (state, caller, context) throws(SecItemStop) in
            try state.ask(need, policy: nil, &context, caller)
        }
    }

    func invalidate() {
        process.phone.state.withLock { $0.keychain.contexts[name]?.invalidate() }
    }

    private var name: SimulatedKeychain.ContextName {
        .init(process: process.number, number: number)
    }

    private func perform(
        _ name: String, _ subject: String, _ failures: [NativeFailure],
        _ effect: (inout PhoneState, KeychainCaller, inout ContextState) throws(SecItemStop) -> Int
    ) -> Int {
        process.perform(
            PlatformCall(name, subject, failures: failures), failing: { $0.code },
            dead: LAErrorCode.systemCancel, describe: LAErrorCode.text
        ) { state in
            // A restart forgets the contexts of every process.
            guard var context = state.keychain.contexts[self.name] else {
                return LAErrorCode.invalidContext
            }
            let caller = KeychainCaller(process.app, process: process.number, state)
            do throws(SecItemStop) {
                let code = try effect(&state, caller, &context)
                state.keychain.contexts[self.name] = context
                return code
            } catch {
                return LAErrorCode.systemCancel
            }
        }
    }
}

extension ContextState {
    fileprivate mutating func invalidate() {
        isInvalid = true
        hasBiometry = false
        hasPasscode = false
        hasApplicationPassword = false
    }
}

extension AuthenticationPolicy {
    fileprivate var words: String {
        switch self {
        case .biometrics: "biometrics"
        case .deviceOwner: "device owner"
        }
    }
}
