import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastAndroid

/// Every number and class of the tables, thrown by a platform call and met again by the app.
@Suite("Native codes through the API")
struct NativeCodeTests {
    private static let keystoreException = "android.security.KeyStoreException"

    @Test("P11: each number of the Keystore comes out as its code, with domain and number")
    func keystoreNumbers() async {
        let rows = KeystoreCode.allCases.map { ($0.rawValue, $0.code) } + [(-999, .unknown)]
        for (number, code) in rows {
            let bare = JavaException(Self.keystoreException, keystoreCode: number)
            let caused = JavaException("java.security.ProviderException", causes: [bare])
            for exception in [bare, caused] {
                await expect(exception, code, KeystoreCode.domain, number)
            }
        }
    }

    @Test("P11: each public number comes out as its code where the other is not known")
    func publicNumbers() async {
        let rows = KeystoreNumericCode.allCases.map { ($0.rawValue, $0.code) } + [(99, .unknown)]
        for (number, code) in rows {
            let exception = JavaException(Self.keystoreException, numericCode: number)
            await expect(exception, code, KeystoreNumericCode.domain, number)
        }
    }

    @Test("P11: each class and text that says what happened comes out as its code")
    func classes() async {
        for row in JavaClassName.allCases {
            await expect(JavaException(row.rawValue), row.code, row.rawValue, nil)
        }
        for row in SpecRefusal.allCases {
            let cause = JavaException(SpecRefusal.className, message: row.rawValue + " to do so")
            let wrapper = JavaClassName.badAlgorithmParameter.rawValue
            let exception = JavaException(wrapper, causes: [cause])
            await expect(exception, row.code, wrapper, nil)
        }
        let strange = "com.vendor.StrangeException"
        await expect(JavaException(strange), .unknown, strange, nil)
    }

    @Test("P11: each end of a prompt comes out as its code, with domain and number")
    func prompts() async throws {
        let rows = BiometricNumber.allCases.map { ($0.rawValue, $0.code) } + [(99, .unknown)]
        for (number, code) in rows {
            // Below API 35, where a lock-out is not asked about once more.
            let app = AndroidPhone(apiLevel: 34)
            let options = WriteOptions.protected(.whenUnlocked, .biometryAny)
            try await app.vault.write(.old, for: AndroidPhone.key, options: options)
            let call = try await self.number(of: "BiometricPrompt.authenticate", in: app)
            app.phone.arm(Self.plan(at: call, number))
            let error = await thrown { () throws(KeychainError) in
                _ = try await app.vault.read(AndroidPhone.key)
            }
            #expect(error?.code == code, "\(number)")
            #expect(error?.nativeDomain == BiometricNumber.domain, "\(number)")
            #expect(error?.nativeCode == number)
        }
    }

    @Test("P11: an unknown answer about biometrics is UNKNOWN with its number")
    func availability() async throws {
        for number in [2, 99, -3] {
            let app = AndroidPhone()
            app.phone.arm(Self.plan(at: 1, number))
            let error = await thrown { () throws(KeychainError) in
                _ = try app.vault.canUse(.biometryAny)
            }
            #expect(error?.code == .unknown)
            #expect(error?.nativeDomain == BiometricManagerNumber.domain)
            #expect(error?.nativeCode == number)
        }
    }

    /// What a first read and a first write throw where a call of the Keystore throws.
    private func expect(
        _ exception: JavaException, _ code: KeychainError.Code, _ domain: String, _ number: Int?
    ) async {
        for call in RefusingKeystore.Call.allCases {
            var platform = AndroidPhone().process.android
            platform.keystore = RefusingKeystore(
                base: platform.keystore, call: call, exception: exception)
            let vault = AndroidVault(platform)
            let error = await thrown { () throws(KeychainError) in
                switch call {
                case .aliases: _ = try await vault.read(AndroidPhone.key)
                case .generateKey: try await vault.write(.new, for: AndroidPhone.key)
                }
            }
            #expect(error?.code == code, "\(domain) \(number ?? 0) at \(call)")
            #expect(error?.nativeDomain == domain, "\(domain) \(number ?? 0) at \(call)")
            #expect(error?.nativeCode == number, "\(domain) \(number ?? 0) at \(call)")
        }
    }

    /// Which platform call of a read has a name.
    private func number(of name: String, in app: AndroidPhone) async throws -> Int {
        _ = try await app.vault.read(AndroidPhone.key)
        app.phone.arm(.none)
        app.phone.forgetTrace()
        _ = try await app.vault.read(AndroidPhone.key)
        let entry = app.phone.trace.first { entry in
            if case .call(let call, _, _) = entry.kind { call.name == name } else { false }
        }
        return try #require(entry, "\(name) is not called").callNumber
    }

    private static func plan(at call: Int, _ number: Int) -> FaultPlan {
        let failure = NativeFailure(domain: "biometrics", code: number, name: "injected")
        return FaultPlan([Fault(callNumber: call, .failure(failure, .beforeEffect))])
    }

    private func thrown(
        _ body: () async throws(KeychainError) -> Void
    ) async -> KeychainError? {
        do {
            try await body()
            return nil
        } catch {
            return error
        }
    }
}
