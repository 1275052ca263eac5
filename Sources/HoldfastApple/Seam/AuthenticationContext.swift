/// One `LAContext`.
///
/// Answers are 0 for success, else the code of an error in the domain
/// `com.apple.LocalAuthentication` (`LAError.userCancel` is -2).
public protocol AuthenticationContext: AnyObject, Sendable {
    /// The number by which a keychain dictionary names this context, as
    /// ``SecItemValue/context(_:)``; unique among the contexts of a process.
    var number: Int { get }

    /// Which biometry the device has; known once a policy was asked about.
    var biometry: AppleBiometry { get }

    /// `domainState.biometry.stateHash` (`evaluatedPolicyDomainState` before iOS 18): opaque bytes
    /// that change with the set of enrolled fingers or faces.
    ///
    /// `nil` before a biometric policy was asked about, and while nothing is enrolled.
    var domainState: [UInt8]? { get }

    /// Sets what a prompt shows and whether there may be one.
    ///
    /// - Parameter settings: replaces the settings so far.
    func configure(_ settings: AuthenticationSettings)

    /// `canEvaluatePolicy`: whether an evaluation could succeed; shows nothing.
    ///
    /// - Parameter policy: the policy in question.
    /// - Returns: 0, or the `LAError` code that says why not.
    func canEvaluate(_ policy: AuthenticationPolicy) -> Int

    /// `evaluatePolicy`: asks the person.
    ///
    /// - Parameter policy: what the person must show.
    /// - Returns: 0 once the person has shown it, or an `LAError` code.
    func evaluate(_ policy: AuthenticationPolicy) async -> Int

    /// `evaluateAccessControl`: asks the person for what an item's access control demands.
    ///
    /// A context that was evaluated and is then passed in a keychain query stands for the person.
    ///
    /// - Parameters:
    ///   - accessControl: as the item has it.
    ///   - operation: what will be done with the item.
    /// - Returns: 0 once the person has shown it, or an `LAError` code.
    func evaluate(
        _ accessControl: AccessControlObject, for operation: AuthenticationOperation
    ) async -> Int

    /// `invalidate`: the context authenticates nothing from now on; an open prompt ends.
    func invalidate()
}

/// Which biometry an Apple device has: `LABiometryType`.
public enum AppleBiometry: String, Sendable, CaseIterable {
    /// None.
    case none
    /// A finger.
    case touchID
    /// A face; prompts need `NSFaceIDUsageDescription`.
    case faceID
    /// An iris; prompts need `NSFaceIDUsageDescription` as well.
    case opticID

    /// Whether the system ends an app that prompts without a usage description.
    public var needsUsageDescription: Bool { self == .faceID || self == .opticID }
}

/// `LAPolicy`.
public enum AuthenticationPolicy: Int, Sendable, CaseIterable {
    /// `deviceOwnerAuthenticationWithBiometrics`.
    case biometrics = 1
    /// `deviceOwnerAuthentication`: biometrics or the passcode.
    case deviceOwner = 2
}

/// `LAAccessControlOperation`, as far as items and keys need it.
public enum AuthenticationOperation: Int, Sendable, CaseIterable {
    /// Creating an item.
    case createItem = 0
    /// Using an item's value.
    case useItem = 1
    /// Signing with a key.
    case useKeySign = 3
    /// Key agreement.
    case useKeyKeyExchange = 5
}
