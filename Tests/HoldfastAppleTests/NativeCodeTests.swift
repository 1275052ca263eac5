import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastApple

/// Every number of the tables, injected at a platform call and met again by the app.
@Suite struct NativeCodeTests {
    private let key: ItemKey

    init() throws {
        key = try token.get()
    }

    @Test("P11: each OSStatus that a call answers comes out as its code, with domain and number")
    func statuses() async throws {
        for row in Self.rows(of: KeychainError.statusTable) {
            // A list that one row refuses says that it may be incomplete, and not why.
            let calls =
                row.number == Int(Status.authFailed)
                ? ["SecItemDelete"] : ["SecItemCopyMatching", "SecItemDelete"]
            for call in calls {
                let injection = Injection(row, in: Status.domain, at: call)
                let stage = try await expect(injection) {
                    let stage = Stage()
                    try await stage.store.write(.old, for: key)
                    return stage
                } _: { (stage) throws(KeychainError) in
                    if call == "SecItemDelete" {
                        try await stage.store.remove(key)
                    } else {
                        _ = try await stage.store.list(service: nil)
                    }
                }
                #expect(try await stage.store.read(key)?.value == .old, "\(row.name) at \(call)")
            }
        }
    }

    @Test("P11: each LAError that ends a prompt comes out as its code, with domain and number")
    func prompts() async throws {
        for row in Self.rows(of: KeychainError.localAuthenticationTable) {
            let injection = Injection(
                row, in: LocalAuthenticationCode.domain, at: "LAContext.evaluatePolicy")
            let stage = try await expect(injection) {
                let stage = Stage()
                try await stage.store.write(.old, for: key, options: .with(.biometryAny))
                return stage
            } _: { (stage) throws(KeychainError) in
                _ = try await stage.store.read(key)
            }
            #expect(try await stage.store.read(key)?.value == .old, "\(row.name)")
        }
    }

    @Test("P11: each error of a key's use comes out as its code, with domain and number")
    func keys() async throws {
        let tables = [
            (Status.domain, KeychainError.statusTable),
            (LocalAuthenticationCode.domain, KeychainError.localAuthenticationTable),
            (KeychainError.tokenDomain, KeychainError.tokenTable),
        ]
        for (domain, table) in tables {
            for row in Self.rows(of: table) {
                // What would take a key for good is believed when it is said twice.
                let isLoss = row.code == .keyInvalidated
                let injection = Injection(
                    row, in: domain, at: "SecureEnclave.sign", times: isLoss ? 2 : 1)
                let stage = try await expect(injection) {
                    let stage = Stage()
                    try await stage.keys.create(
                        key, use: .signing, protection: .standard, prompt: .standard)
                    return stage
                } _: { (stage) throws(KeychainError) in
                    _ = try await stage.keys.signature(for: [1], with: key, prompt: .standard)
                }
                let later = await code { () throws(KeychainError) in
                    try await stage.keys.signature(for: [1], with: key, prompt: .standard)
                }
                #expect(later == (isLoss ? .keyInvalidated : nil), "\(domain) \(row.name)")
            }
        }
    }

    @Test("P1: a loss of a key that is said once takes nothing")
    func saidOnce() async throws {
        let stage = Stage()
        try await stage.keys.create(key, use: .signing, protection: .standard, prompt: .standard)
        let number = try await stage.number(of: "SecureEnclave.sign") {
            (stage) throws(KeychainError) in
            _ = try await stage.keys.signature(for: [1], with: key, prompt: .standard)
        }
        let failure = NativeFailure(domain: KeychainError.tokenDomain, code: -3, name: "once")
        stage.phone.phone.arm(
            FaultPlan([Fault(callNumber: number, .failure(failure, .beforeEffect))]))
        let signature = try await stage.keys.signature(for: [1], with: key, prompt: .standard)
        #expect(signature != nil)
    }

    /// The rows that stand for an error, and a number that has no row.
    private static func rows(of table: [NativeCode]) -> [NativeCode] {
        table.filter { $0.code != nil } + [NativeCode(-99_999, "a stranger", .unknown)]
    }

    /// Makes a call twice on phones that are alike: to learn its platform calls, and with one of
    /// them failing.
    private func expect(
        _ injection: Injection, after prepare: () async throws -> Stage,
        _ body: (Stage) async throws(KeychainError) -> Void
    ) async throws -> Stage {
        let number = try await prepare().number(of: injection.call, body)
        let stage = try await prepare()
        stage.phone.phone.arm(injection.plan(at: number))
        do {
            try await body(stage)
            Issue.record("\(injection.words) is swallowed")
        } catch {
            #expect(error.code == injection.row.code, "\(injection.words): \(error.code)")
            #expect(error.nativeDomain == injection.domain, "\(injection.words)")
            #expect(error.nativeCode == injection.row.number, "\(injection.words)")
        }
        stage.phone.phone.arm(.none)
        return stage
    }
}

/// A row of a table, and the platform call that answers with it.
private struct Injection {
    let row: NativeCode
    let domain: String
    let call: String
    let times: Int

    init(_ row: NativeCode, in domain: String, at call: String, times: Int = 1) {
        self.row = row
        self.domain = domain
        self.call = call
        self.times = times
    }

    var words: String { "\(domain) \(row.name) at \(call)" }

    func plan(at number: Int) -> FaultPlan {
        let failure = NativeFailure(domain: domain, code: row.number, name: row.name)
        return FaultPlan(
            (0..<times).map { Fault(callNumber: number + $0, .failure(failure, .beforeEffect)) })
    }
}

/// A phone with a store and a key store of one process.
private struct Stage {
    let phone = Phone()
    let store: AppleKeychain
    let keys: EnclaveKeyStore

    init() {
        store = phone.open()
        keys = EnclaveKeyStore(beside: store)
    }

    /// Which platform call of a body has a name.
    func number(
        of name: String, _ body: (Stage) async throws(KeychainError) -> Void
    ) async throws -> Int {
        phone.phone.arm(.none)
        phone.phone.forgetTrace()
        try await body(self)
        let entry = phone.phone.trace.first { entry in
            if case .call(let call, _, _) = entry.kind { call.name == name } else { false }
        }
        return try #require(entry, "\(name) is not called").callNumber
    }
}
