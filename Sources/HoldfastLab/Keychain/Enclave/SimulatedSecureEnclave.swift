import HoldfastApple
import HoldfastCrypto

/// The Secure Enclave of a simulated iPhone, as one process reaches it.
struct SimulatedSecureEnclave: SecureEnclaveCalls {
    let process: AppProcess

    var isAvailable: Bool {
        process.phone.state.withLock { $0.keychain.profile.hasSecureEnclave }
    }

    func makeKey(
        for use: SecureEnclaveKeyUse, accessControl: AccessControlObject
    ) throws(AppleNativeError) -> SecureEnclaveKey {
        try perform("SecureEnclave.makeKey", "for \(use.rawValue)", Self.makeFailures) {
            (state, caller) throws(EnclaveStop) in
            try state.makeEnclaveKey(use, accessControl, caller)
        }
    }

    func sign(
        _ message: [UInt8], with blob: [UInt8], context: Int?
    ) throws(AppleNativeError) -> [UInt8] {
        try perform("SecureEnclave.sign", Self.name(of: blob), Self.useFailures) {
            (state, caller) throws(EnclaveStop) in
            let key = try state.useEnclaveKey(blob, for: .signing, context: context, caller)
            return try Self.checked { () throws(CryptoError) in
                try key.repeatableSignature(for: message).bytes
            }
        }
    }

    func agree(
        with peer: [UInt8], using blob: [UInt8], context: Int?
    ) throws(AppleNativeError) -> SecretBytes {
        try perform("SecureEnclave.agree", Self.name(of: blob), Self.useFailures) {
            (state, caller) throws(EnclaveStop) in
            let key = try state.useEnclaveKey(blob, for: .keyAgreement, context: context, caller)
            return try Self.checked { () throws(CryptoError) in
                try key.sharedSecret(with: P256PublicKey(peer))
            }
        }
    }

    func unwrap(
        _ wrapped: [UInt8], withForeignKey tag: [UInt8], context: Int?
    ) throws(AppleNativeError) -> SecretBytes {
        let name = "key " + String(decoding: tag, as: UTF8.self)
        return try perform("SecKeyCreateDecryptedData", name, Self.useFailures) {
            (state, caller) throws(EnclaveStop) in
            try state.unwrapForeign(wrapped, tag, context: context, caller)
        }
    }

    private static let makeFailures = [-25308, -25293].map(SecStatus.failure)
    private static let useFailures =
        [
            SecStatus.failure(-25308),
            NativeFailure(domain: "CryptoTokenKit", code: -3, name: "TKError.corruptedData"),
            NativeFailure(domain: "CryptoTokenKit", code: -4, name: "TKError.canceledByUser"),
        ] + [-1, -4, -8].map(LAErrorCode.failure)

    private static func name(of blob: [UInt8]) -> String {
        "key " + blob.prefix(4).map { String($0, radix: 16) }.joined(separator: "-")
    }

    /// What only wrong arguments can cause.
    private static func checked<Answer>(
        _ body: () throws(CryptoError) -> Answer
    ) throws(EnclaveStop) -> Answer {
        do throws(CryptoError) {
            return try body()
        } catch {
            throw .status(SecStatus.param)
        }
    }

    private func perform<Answer: Equatable & Sendable>(
        _ name: String, _ subject: String, _ failures: [NativeFailure],
        _ effect: (inout PhoneState, KeychainCaller) throws(EnclaveStop) -> Answer
    ) throws(AppleNativeError) -> Answer {
        let answer: Result<Answer, AppleNativeError> = process.perform(
            PlatformCall(name, subject, failures: failures),
            failing: { .failure(AppleNativeError(domain: $0.domain, code: $0.code)) },
            dead: .failure(Self.interrupted), describe: Self.describe
        ) { state in
            do throws(EnclaveStop) {
                let caller = KeychainCaller(process.app, process: process.number, state)
                return .success(try effect(&state, caller))
            } catch {
                return .failure(error.answer)
            }
        }
        return try answer.get()
    }

    fileprivate static let interrupted = AppleNativeError(
        domain: LAErrorCode.domain, code: LAErrorCode.systemCancel)

    private static func describe<Answer>(_ answer: Result<Answer, AppleNativeError>) -> String {
        switch answer {
        case .success: "done"
        case .failure(let error): "\(error.domain) \(error.code)"
        }
    }
}

extension EnclaveStop {
    fileprivate var answer: AppleNativeError {
        switch self {
        case .failed(let error): error
        case .killed: SimulatedSecureEnclave.interrupted
        }
    }
}
