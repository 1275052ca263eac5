public import HoldfastApple

/// Something that happens in a case before the call in question.
public enum IOSMatrixStep: Sendable {
    /// An event; an app that it ended is started again, in front.
    case happens(PhoneEvent)
    /// What the person does with the next prompt.
    case personWill(PersonAction)
    /// The app is signed and built so from now on.
    case built(AppBuild)
    /// The app stays behind the home screen.
    case inBackground
    /// The next call of the app fails.
    case nextCallFails(NativeFailure, Fault.Moment)
    /// The app makes an `LAContext`; the first is number 1.
    case makesContext
    /// The app tells its newest context something.
    case tellsContext(AuthenticationSettings)
    /// The app invalidates its newest context.
    case invalidatesContext
    /// A backup is made.
    case backedUp(PhoneBackup.Kind)
    /// The backup is restored, on the same phone or on a new one, which gets a passcode and a finger.
    case restored(onSameDevice: Bool)
    /// A call that must answer so.
    case call(IOSMatrixCall, IOSMatrixAnswer)
}

/// A call in a case.
public enum IOSMatrixCall: Sendable {
    /// `SecItemAdd`.
    case add(SecItemDictionary)
    /// `SecItemCopyMatching`.
    case find(SecItemDictionary)
    /// `SecItemUpdate`.
    case update(SecItemDictionary, SecItemDictionary)
    /// `SecItemDelete`.
    case delete(SecItemDictionary)
    /// `SecAccessControlCreateWithFlags`.
    case createAccessControl(AccessControlObject)
    /// `canEvaluatePolicy` of the newest context.
    case canEvaluate(AuthenticationPolicy)
    /// `evaluatePolicy` of the newest context.
    case evaluate(AuthenticationPolicy)
    /// `evaluateAccessControl` of the newest context, to use an item.
    case evaluateItem(AccessControlObject)
    /// Whether the domain state of the newest context differs from the one looked at before.
    case domainStateChanged
    /// Makes a key in the Secure Enclave; later calls use the newest.
    case makeKey(SecureEnclaveKeyUse, AccessControlObject)
    /// Signs with the newest key, and a context by its number.
    case sign(context: Int?)
    /// Agrees a secret with the newest key.
    case agree(context: Int?)
    /// How many prompts the person has seen.
    case countPrompts
    /// How many rows the keychain has, readable or not.
    case countRows
    /// The last trap that was sprung.
    case lastTrap
    /// Whether the app still runs.
    case isAlive
}

/// What a call answers.
public enum IOSMatrixAnswer: Sendable, Equatable {
    /// An `OSStatus` or an `LAError` code; 0 is success.
    case code(Int)
    /// Success, and the rows found with these values.
    case values([String])
    /// Success, and so many rows found.
    case rows(Int)
    /// Success, and one row in which these attributes are so.
    case attributes(SecItemDictionary)
    /// An error of a framework.
    case error(domain: String, code: Int)
    /// A number.
    case count(Int)
    /// Yes or no.
    case flag(Bool)
    /// A trap, or none.
    case trap(PlatformTrap.Kind?)
}
