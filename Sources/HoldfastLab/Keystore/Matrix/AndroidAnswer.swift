import HoldfastAndroid

/// What a step of a case is answered.
public enum AndroidAnswer: Sendable, Hashable {
    /// It was done.
    case works
    /// Yes, or there is one.
    case yes
    /// No, or there is none.
    case no
    /// A number of a prompt, or of an exception.
    case number(Int)
    /// An exception: its class without the package, and the keystore's number in it or its causes.
    case thrown(String, Int?)
    /// An `InvalidAlgorithmParameterException` around an `IllegalStateException` of this text.
    case refused(String)
    /// The file is not readable before the first unlock.
    case storageLocked
    /// The app does not run.
    case cannotRun
    /// The value that came out is another one; never right.
    case wrongValue

    static let permanentlyInvalidated = thrown("KeyPermanentlyInvalidatedException", nil)
    static let userNotAuthenticated = thrown("UserNotAuthenticatedException", nil)

    static func invalidKey(_ code: Int) -> AndroidAnswer { thrown("InvalidKeyException", code) }
    static func blockSize(_ code: Int) -> AndroidAnswer {
        thrown("IllegalBlockSizeException", code)
    }
    static func provider(_ code: Int) -> AndroidAnswer { thrown("ProviderException", code) }

    init(_ exception: JavaException) {
        if let cause = exception.causes.first, cause.className == "java.lang.IllegalStateException"
        {
            self = .refused(cause.message ?? "")
        } else {
            let name = exception.className.split(separator: ".").last.map(String.init)
            let code = ([exception] + exception.causes).lazy.compactMap(\.keystoreCode).first
            self = .thrown(name ?? exception.className, code)
        }
    }
}

extension AndroidAnswer: CustomStringConvertible {
    /// The answer in a few words.
    public var description: String {
        switch self {
        case .works: "works"
        case .yes: "yes"
        case .no: "no"
        case .number(let number): BiometricNumber.words(number)
        case .thrown(let name, let code): code.map { "\(name) (\($0))" } ?? name
        case .refused(let text): "refused: \(text)"
        case .storageLocked: "storage locked"
        case .cannotRun: "app cannot run"
        case .wrongValue: "wrong value"
        }
    }
}
