import HoldfastCore
import Testing

@testable import HoldfastAndroid

@Suite("Error tables")
struct ErrorTableTests {
    private static let keystoreException = "android.security.KeyStoreException"

    @Test("P11: every number of the Keystore has its code, by itself and as a cause")
    func keystoreCodes() {
        for row in KeystoreCode.allCases {
            let bare = JavaException(Self.keystoreException, keystoreCode: row.rawValue)
            let caused = JavaException("java.security.InvalidKeyException", causes: [bare])
            for exception in [bare, caused] {
                let error = exception.keychainError("a test", isDeviceLocked: false)
                #expect(error.code == row.code, "\(row)")
                #expect(error.nativeDomain == KeystoreCode.domain)
                #expect(error.nativeCode == row.rawValue)
            }
        }
        #expect(Set(KeystoreCode.allCases.map(\.rawValue)).count == KeystoreCode.allCases.count)
    }

    @Test("P11: every public number has its code where the other is not known")
    func numericCodes() {
        for row in KeystoreNumericCode.allCases {
            let bare = JavaException(Self.keystoreException, numericCode: row.rawValue)
            let caused = JavaException("java.security.ProviderException", causes: [bare])
            for exception in [bare, caused] {
                let error = exception.keychainError("a test", isDeviceLocked: false)
                #expect(error.code == row.code, "\(row)")
                #expect(error.nativeCode == row.rawValue)
            }
        }
    }

    @Test("P11: every class that says what happened has its code")
    func classes() {
        for row in JavaClassName.allCases {
            let error = JavaException(row.rawValue).keychainError("a test", isDeviceLocked: false)
            #expect(error.code == row.code, "\(row)")
        }
        for row in SpecRefusal.allCases {
            let cause = JavaException(SpecRefusal.className, message: row.rawValue + " to create")
            let wrapped = JavaException(
                JavaClassName.badAlgorithmParameter.rawValue, causes: [cause])
            for exception in [cause, wrapped] {
                let error = exception.keychainError("a test", isDeviceLocked: false)
                #expect(error.code == row.code, "\(row)")
            }
        }
    }

    @Test("P11: every end of a prompt has its code")
    func prompts() {
        for row in BiometricNumber.allCases {
            let error = KeychainError(promptEndedWith: row.rawValue)
            #expect(error.code == row.code)
            #expect(error.nativeCode == row.rawValue)
        }
        #expect(BiometricNumber.noActivity.rawValue == noActivityOfTheSeam)
    }

    private var noActivityOfTheSeam: Int {
        struct Seam: BiometricPromptCalls {
            func canAuthenticate(_ authenticators: KeySpec.Authenticators) -> Int { 0 }
            func authenticate(
                _ prompt: Prompt, _ authenticators: KeySpec.Authenticators,
                for operation: KeystoreOperation?
            ) async -> Int { Self.noActivity }
        }
        return Seam.noActivity
    }

    @Test("P11: what has no row is UNKNOWN with its domain and number")
    func unknown() {
        let known = Set(KeystoreCode.allCases.map(\.rawValue))
        for number in (-120...40) where !known.contains(number) {
            let exception = JavaException(Self.keystoreException, keystoreCode: number)
            let error = exception.keychainError("a test", isDeviceLocked: true)
            #expect(error.code == .unknown)
            #expect(error.nativeCode == number)
        }
        for number in 16...40 {
            let error = KeychainError(promptEndedWith: number)
            #expect(error.code == .unknown)
            #expect(error.nativeDomain == BiometricNumber.domain)
            #expect(error.nativeCode == number)
        }
        let strange = JavaException("com.vendor.StrangeException", message: "a secret")
        let error = strange.keychainError("a test", isDeviceLocked: false)
        #expect(error.code == .unknown)
        #expect(error.nativeDomain == "com.vendor.StrangeException")
        #expect(!error.message.contains("secret"), "P10: the platform's text stays out")
        #expect(throws: KeychainError.self) {
            try BiometricManagerNumber.availability(for: 99)
        }
    }

    @Test("P11: \"not authenticated\" is locked, asked for, or not counted")
    func notAuthenticated() {
        let cause = JavaException(Self.keystoreException, keystoreCode: -26)
        for exception in [cause, JavaException(JavaClassName.userNotAuthenticated.rawValue)] {
            let locked = exception.keychainError("a test", isDeviceLocked: true)
            let before = exception.keychainError("a test", isDeviceLocked: false)
            let after = exception.keychainError(
                "a test", .afterConfirmation, isDeviceLocked: false)
            #expect(locked.code == .interactionNotAllowed)
            #expect(before.code == .authRequired)
            #expect(after.code == .authFailed)
        }
    }

    @Test("P11: UnrecoverableKeyException is an invalidation only without another cause")
    func unrecoverable() {
        let name = JavaClassName.unrecoverableKey.rawValue
        func code(_ causes: [JavaException]) -> KeychainError.Code {
            JavaException(name, causes: causes).keychainError("a test", isDeviceLocked: false).code
        }
        #expect(code([]) == .keyInvalidated)
        #expect(code([JavaException(Self.keystoreException, keystoreCode: 4)]) == .unknown)
        #expect(code([JavaException("android.os.RemoteException")]) == .unknown)
    }

    @Test("P11: every code of the catalogue is in a table, or Android has no such thing")
    func catalogue() {
        var produced = Set(KeystoreCode.allCases.map(\.code))
        produced.formUnion(KeystoreNumericCode.allCases.map(\.code))
        produced.formUnion(JavaClassName.allCases.map(\.code))
        produced.formUnion(SpecRefusal.allCases.map(\.code))
        produced.formUnion(BiometricNumber.allCases.map(\.code))
        // The Keystore's "not authenticated" after a prompt that said yes.
        produced.insert(.authFailed)
        let all = Set(ErrorCatalogue.entries.map(\.code))
        #expect(all.subtracting(produced) == [.userFallback, .missingUsageDescription])
    }
}
