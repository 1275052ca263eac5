// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of Apple's LocalAuthentication that HoldfastApple uses, written from Apple's
// documentation. Nothing here runs; see CryptoKit.swift.
@_exported import CoreFoundation
import FoundationEssentials
import Security

public class NSError {
    public var code: Int { fatalError("a declaration only") }
    public var domain: String { fatalError("a declaration only") }
}

public enum LAPolicy: Int, Sendable {
    case deviceOwnerAuthenticationWithBiometrics = 1
    case deviceOwnerAuthentication = 2
}

public enum LAAccessControlOperation: Int, Sendable {
    case createItem
    case useItem
    case createKey
    case useKeySign
    case useKeyDecrypt
    case useKeyKeyExchange
}

public enum LABiometryType: Int, Sendable {
    case none
    case touchID
    case faceID
    case opticID = 4
}

public class LADomainStateBiometry {
    public var stateHash: Data? { fatalError("a declaration only") }
}

public class LADomainState {
    public var biometry: LADomainStateBiometry { fatalError("a declaration only") }
}

public class LAContext {
    public init() {}
    public var biometryType: LABiometryType { fatalError("a declaration only") }
    public var evaluatedPolicyDomainState: Data? { fatalError("a declaration only") }
    public var domainState: LADomainState { fatalError("a declaration only") }
    public var localizedReason = ""
    public var localizedCancelTitle: String?
    public var localizedFallbackTitle: String?
    public var interactionNotAllowed = false
    public var touchIDAuthenticationAllowableReuseDuration = 0.0

    public func canEvaluatePolicy(
        _ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?
    ) -> Bool { fatalError("a declaration only") }
    public func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {}
    public func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
        localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {}
    public func invalidate() {}
}
