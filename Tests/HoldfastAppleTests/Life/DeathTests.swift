import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// A process that dies at any step between ledger and keychain.
@Suite struct DeathTests {
    private enum Start: String, CaseIterable {
        case nothing
        case item
        case protectedItem
        case tombstone
    }

    @Test("P2: a write that dies at any call leaves old or new, and no lost key", arguments: 0..<4)
    func write(_ number: Int) async throws {
        let start = Start.allCases[number]
        let key = try token.get()
        let deaths = try await forEachDeath(start) { store throws(KeychainError) in
            try await store.write(.new, for: key, options: Self.options(start))
        } check: { phone, moment in
            let outcome = try await Self.outcome(phone, key)
            let old = Self.outcome(before: start)
            #expect(outcome == old || outcome == .value(.new), "\(start), \(moment)")
            try await Self.checkAgreement(phone, key, outcome, "\(start), \(moment)")
        }
        #expect(deaths > 8, "\(deaths) deaths of a write over \(start)")
    }

    @Test("P6: a removal that dies at any call leaves old or nothing, and no lost key")
    func removal() async throws {
        let key = try token.get()
        for start in Start.allCases {
            let deaths = try await forEachDeath(start) { store throws(KeychainError) in
                try await store.remove(key)
            } check: { phone, moment in
                let outcome = try await Self.outcome(phone, key)
                let old = Self.outcome(before: start)
                #expect(outcome == old || outcome == .missing, "\(start), \(moment)")
                try await Self.checkAgreement(phone, key, outcome, "\(start), \(moment)")
            }
            #expect(deaths > 2, "\(deaths) deaths of a removal of \(start)")
        }
    }

    @Test("P1: a first launch that dies at any call leaves a store that works and knows itself")
    func firstLaunch() async throws {
        let key = try token.get()
        for number in 1...40 {
            for moment in Fault.Moment.allCases {
                let phone = Phone()
                let first = phone.open()
                phone.phone.arm(FaultPlan([Fault(callNumber: number, .death(moment))]))
                _ = await code { () throws(KeychainError) in try await first.read(key) }
                phone.phone.arm(.none)
                let second = phone.open()
                #expect(try await second.read(key) == nil, "call \(number), \(moment)")
                let verdict = try await second.installation()
                #expect(verdict == .new || verdict == .same, "call \(number), \(moment)")
                try await second.write(.new, for: key)
                #expect(try await phone.open().read(key)?.value == .new)
            }
        }
    }

    // MARK: - How the deaths are made

    private enum Outcome: Equatable {
        case missing
        case invalidated
        case value(SecretBytes)
    }

    private static func outcome(before start: Start) -> Outcome {
        switch start {
        case .nothing: .missing
        case .item, .protectedItem: .value(.old)
        case .tombstone: .invalidated
        }
    }

    private static func options(_ start: Start) -> WriteOptions {
        start == .protectedItem ? .with(.biometryAny) : .standard
    }

    /// Runs a call once for each platform call it makes, with the process dying there.
    ///
    /// - Returns: how many deaths there were.
    private func forEachDeath<Answer: Sendable>(
        _ start: Start,
        _ call: (AppleKeychain) async throws(KeychainError) -> Answer,
        check: (Phone, String) async throws -> Void
    ) async throws -> Int {
        var deaths = 0
        for number in 1...60 {
            var wasReached = false
            for moment in Fault.Moment.allCases {
                let phone = Phone()
                try await prepare(start, phone)
                let store = phone.open()
                phone.phone.arm(FaultPlan([Fault(callNumber: number, .death(moment))]))
                _ = await code { () throws(KeychainError) in try await call(store) }
                wasReached = phone.phone.callCount >= number
                phone.phone.arm(.none)
                guard wasReached else { break }
                deaths += 1
                try await check(phone, "death at call \(number), \(moment)")
            }
            if !wasReached { return deaths }
        }
        return deaths
    }

    private func prepare(_ start: Start, _ phone: Phone) async throws {
        let key = try token.get()
        let store = phone.open()
        switch start {
        case .nothing: _ = try await store.read(key)
        case .item: try await store.write(.old, for: key)
        case .protectedItem:
            try await store.write(.old, for: key, options: .with(.biometryAny))
        case .tombstone:
            try await store.write(.old, for: key, options: .passcodeBound)
            phone.phone.send(.removePasscode)
            #expect(
                await code { () throws(KeychainError) in try await store.read(key) }
                    == .keyInvalidated)
            phone.phone.send(.setPasscode)
            phone.phone.send(.enrolFinger)
        }
    }

    private static func outcome(_ phone: Phone, _ key: ItemKey) async throws -> Outcome {
        let answer = await result { () throws(KeychainError) in
            try await phone.open().read(key)
        }
        switch answer {
        case .success(let item?): return .value(item.value)
        case .success(nil): return .missing
        case .failure(let error):
            if error.code == .keyInvalidated { return .invalidated }
            throw error
        }
    }

    /// Every way to ask, in further processes, gives the same answer.
    private static func checkAgreement(
        _ phone: Phone, _ key: ItemKey, _ outcome: Outcome, _ what: String
    ) async throws {
        #expect(try await Self.outcome(phone, key) == outcome, "again, \(what)")
        let store = phone.open()
        let known = try await store.attributes(of: key)
        #expect((known == nil) == (outcome == .missing), "attributes, \(what)")
        #expect((known?.invalidation != nil) == (outcome == .invalidated), "tombstone, \(what)")
        let listed = try await store.list(service: nil)
        #expect(listed == [known].compactMap { $0 }, "list, \(what)")
    }
}
