import HoldfastCore
import HoldfastLab
import HoldfastLinux
import Testing

@Suite struct SoftwareKeyStoreConformanceTests {
    @Test("software keys in memory keep every promise", arguments: KeyStoreConformance.cases)
    func keepsInMemory(_ promise: KeyStoreCase) async throws {
        let outcome = try await promise.check(KeyStoreSubject(softwareKeysOver: .memory()))
        #expect(outcome == .kept)
    }

    @Test(
        "software keys in a store that lists little keep every promise",
        arguments: KeyStoreConformance.cases)
    func keepsWithLittle(_ promise: KeyStoreCase) async throws {
        let outcome = try await promise.check(
            KeyStoreSubject(softwareKeysOver: .memory(capabilities: .little)))
        #expect((outcome == .kept) != Self.needsAccessControl.contains(promise.name))
    }

    @Test("a key store that offers no control says which cases were not checked")
    func withoutControls() async throws {
        var reasons: [String] = []
        for promise in KeyStoreConformance.cases {
            let outcome = try await promise.check(
                KeyStoreSubject(
                    SoftwareKeyStore(over: MemoryStore(answerPrompt: { _ in .confirmed }))))
            if case .notApplicable(let reason) = outcome { reasons.append(reason) }
        }
        #expect(reasons.allSatisfy { $0.hasPrefix("the subject has no control ") })
        #expect(reasons.count == 8)
        #expect(Set(reasons).count == 5)
    }

    @Test("names of key cases are unique and begin with a promise")
    func names() {
        let names = KeyStoreConformance.cases.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.prefixMatch(of: /P(1|2|5|6|7|10|11): [a-z]/) != nil })
    }

    static let needsAccessControl: Set = [
        "P11: a prompt-free use of a protected key is AUTH_REQUIRED",
        "P11: looking at keys and removing them never prompt",
        "P2: a prompt that is not confirmed uses no key and changes none",
    ]
}

#if os(Linux)
extension SoftwareKeyStoreConformanceTests {
    @Test(
        "software keys in a vault with a passcode keep every promise",
        arguments: KeyStoreConformance.cases)
    func keepsInVault(_ promise: KeyStoreCase) async throws {
        let folder = try TemporaryFolder()
        let items = try await LinuxVaultConformanceTests.subjectWithPasscode(in: folder)
        #expect(try await promise.check(KeyStoreSubject(softwareKeysOver: items)) == .kept)
    }

    @Test(
        "software keys in a vault without a passcode keep every promise",
        arguments: KeyStoreConformance.cases)
    func keepsInVaultWithoutPasscode(_ promise: KeyStoreCase) async throws {
        let folder = try TemporaryFolder()
        let items = LinuxVaultConformanceTests.subjectWithoutPasscode(in: folder)
        let outcome = try await promise.check(KeyStoreSubject(softwareKeysOver: items))
        let notApplicable = Self.needsAccessControl.union(Self.needsPasscode)
        #expect((outcome == .kept) != notApplicable.contains(promise.name))
    }

    // Without a passcode nothing locks and no key is ever lost.
    private static let needsPasscode: Set = [
        "P1: a key that was lost is KEY_INVALIDATED until it is removed",
        "P1: before the first unlock every question throws and nothing is made",
        "P1: while locked each class works as it says",
        "P2: a lost key is not created over, and can be removed",
        "P6: a key can be removed while locked",
    ]
}
#endif
