#if canImport(LocalAuthentication)
import HoldfastCrypto
import LocalAuthentication

/// An `LAContext`.
final class SystemContext: AuthenticationContext {
    let number: Int
    private let context: HeldContext
    private let reason = Locked("")

    init() {
        let (number, context) = ContextRegistry.make()
        self.number = number
        self.context = context
    }

    deinit {
        ContextRegistry.forget(number)
    }

    var biometry: AppleBiometry {
        context.use { context in
            // By number: the newest name needs a newer system than the oldest one supported.
            switch context.biometryType.rawValue {
            case 1: .touchID
            case 2: .faceID
            case 4: .opticID
            default: .none
            }
        }
    }

    var domainState: [UInt8]? {
        context.use { context in
            if #available(iOS 18, macOS 15, *) {
                return context.domainState.biometry.stateHash.map { [UInt8]($0) }
            }
            return context.evaluatedPolicyDomainState.map { [UInt8]($0) }
        }
    }

    func configure(_ settings: AuthenticationSettings) {
        reason.withLock { $0 = settings.reason }
        context.use { context in
            context.localizedReason = settings.reason
            context.localizedCancelTitle = settings.cancelTitle
            context.localizedFallbackTitle = settings.fallbackTitle
            context.interactionNotAllowed = settings.interactionNotAllowed
            context.touchIDAuthenticationAllowableReuseDuration = Double(settings.reuseSeconds)
        }
    }

    func canEvaluate(_ policy: AuthenticationPolicy) -> Int {
        context.use { context in
            var error: NSError?
            if context.canEvaluatePolicy(policy.system, error: &error) { return 0 }
            return error?.code ?? Self.noReason
        }
    }

    func evaluate(_ policy: AuthenticationPolicy) async -> Int {
        await withCheckedContinuation { continuation in
            let reason = reason.withLock { $0 }
            context.use { context in
                context.evaluatePolicy(policy.system, localizedReason: reason) {
                    continuation.resume(returning: Self.code($0, $1))
                }
            }
        }
    }

    func evaluate(
        _ accessControl: AccessControlObject, for operation: AuthenticationOperation
    ) async -> Int {
        await withCheckedContinuation { continuation in
            let made = Result { () throws(StatusFailure) in try accessControl.make() }
            guard case .success(let object) = made else {
                return continuation.resume(returning: Self.noReason)
            }
            let reason = reason.withLock { $0 }
            context.use { context in
                context.evaluateAccessControl(
                    object, operation: operation.system, localizedReason: reason
                ) {
                    continuation.resume(returning: Self.code($0, $1))
                }
            }
        }
    }

    func invalidate() {
        context.use { $0.invalidate() }
    }

    private static func code(_ isDone: Bool, _ error: (any Error)?) -> Int {
        if isDone { return 0 }
        // What a bridge to NSError reads, without a bridge.
        return error?._code ?? noReason
    }

    /// `LAError.authenticationFailed`: refused, and the platform does not say why.
    private static let noReason = -1
}

extension AuthenticationPolicy {
    fileprivate var system: LAPolicy {
        switch self {
        case .biometrics: .deviceOwnerAuthenticationWithBiometrics
        case .deviceOwner: .deviceOwnerAuthentication
        }
    }
}

extension AuthenticationOperation {
    fileprivate var system: LAAccessControlOperation {
        switch self {
        case .createItem: .createItem
        case .useItem: .useItem
        case .useKeySign: .useKeySign
        case .useKeyKeyExchange: .useKeyKeyExchange
        }
    }
}
#endif
