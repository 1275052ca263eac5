import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// Other libraries, other apps, and calls that fail.
@Suite struct NeighbourTests {
    private let key: ItemKey

    init() throws {
        key = try token.get()
    }

    private var foreignRow: SecItemDictionary {
        [
            SecItemName.itemClass: .text(SecItemName.genericPassword),
            SecItemName.service: .text(key.service), SecItemName.account: .text(key.account),
        ]
    }

    @Test("P2: another library's item of that name is not read, replaced or removed")
    func foreignItem() async throws {
        for accessible in [SecItemName.whenUnlocked, SecItemName.afterFirstUnlock] {
            let phone = Phone()
            let content: SecItemDictionary = [
                SecItemName.valueData: .data(.old), SecItemName.accessible: .text(accessible),
            ]
            #expect(phone.platform.secItem.add(foreignRow.merging(content)) == 0)
            let store = phone.open()
            #expect(try await store.read(key) == nil)
            #expect(try await store.list(service: nil).isEmpty)
            #expect(
                await code { () throws(KeychainError) in try await store.write(.new, for: key) }
                    == .invalidArgument)
            #expect(try await store.remove(key) == false)
            #expect(try await store.read(key) == nil)
            let asked: SecItemDictionary = [SecItemName.returnData: .flag(true)]
            let matches = phone.platform.secItem.copyMatching(foreignRow.merging(asked))
            #expect(matches.rows.first?[SecItemName.valueData] == .data(.old))
        }
    }

    @Test("P2: a row of ours that lands between the look and the addition is updated, not doubled")
    func rival() async throws {
        let phone = Phone()
        _ = try await phone.open().read(key)
        let (store, keychain) = phone.openRecorded()
        _ = try await store.read(key)
        // Another app of the group, with a container of its own.
        let rival = phone.open { $0.container = MemoryContainer() }
        let key = key
        keychain.beforeNextAdd {
            _ = try? rival.writeWithoutPrompt(.old, for: key, options: .standard)
        }
        try await store.write(.new, for: key)
        #expect(try await store.read(key)?.value == .new)
        #expect(try await store.list(service: nil).count == 1)
    }

    @Test("P2: a foreign row that lands between the look and the addition stays as it is")
    func foreignRival() async throws {
        let phone = Phone()
        let platform = phone.platform
        let (store, keychain) = phone.openRecorded()
        _ = try await store.read(key)
        let row = foreignRow.merging([SecItemName.valueData: .data(.old)])
        keychain.beforeNextAdd { _ = platform.secItem.add(row) }
        #expect(
            await code { () throws(KeychainError) in try await store.write(.new, for: key) }
                == .invalidArgument)
        #expect(try await store.read(key) == nil)
        let asked: SecItemDictionary = [SecItemName.returnData: .flag(true)]
        let matches = platform.secItem.copyMatching(foreignRow.merging(asked))
        #expect(matches.rows.first?[SecItemName.valueData] == .data(.old))
    }

    @Test("no match key stands in an add, update or delete, and every call names this keychain")
    func queryRules() async throws {
        let phone = Phone()
        let (store, keychain) = phone.openRecorded()
        for control in AccessControl.allCases {
            let item = try ItemKey(service: "chat", account: control.rawValue)
            for options in [WriteOptions.standard, .with(control), .with(.none)] {
                try await store.write(.new, for: item, options: options)
                _ = try await store.read(item)
                _ = try await store.list(service: nil)
            }
            try await store.remove(item)
        }
        #expect(keychain.calls.count > 50)
        for call in keychain.calls { check(call) }
    }

    @Test("P11: a group without the entitlement is MISSING_ENTITLEMENT")
    func entitlement() async throws {
        let store = Phone().open()
        let options = WriteOptions(protection: ItemProtection(accessGroup: "group.of.others"))
        #expect(
            await code { () throws(KeychainError) in
                try await store.write(.new, for: key, options: options)
            } == .missingEntitlement)
    }

    @Test("P11: an unknown OSStatus is UNKNOWN with its number, at whatever call")
    func unknownStatus() async throws {
        let phone = Phone()
        let store = phone.open()
        try await store.write(.old, for: key)
        let failure = NativeFailure(domain: "NSOSStatusErrorDomain", code: -12_345, name: "odd")
        var seen = 0
        for number in 1...12 {
            let fault = Fault(callNumber: number, .failure(failure, .beforeEffect))
            phone.phone.arm(FaultPlan([fault]))
            do {
                _ = try await phone.open().read(key)
            } catch {
                seen += 1
                #expect(error.code == .unknown)
                #expect(error.nativeCode == -12_345)
            }
            phone.phone.arm(.none)
            #expect(try await store.read(key)?.value == .old)
        }
        #expect(seen > 1)
    }

    @Test("P1: a lock in the middle of a list leaves no item out")
    func lockInList() async throws {
        for number in 1...20 {
            let phone = Phone()
            let store = phone.open()
            var keys: [ItemKey] = []
            for accessibility in Accessibility.allCases {
                let item = try ItemKey(service: "chat", account: accessibility.rawValue)
                try await store.write(.old, for: item, options: .with(.none, accessibility))
                keys.append(item)
            }
            phone.phone.arm(FaultPlan([Fault(callNumber: number, .event(.lock))]))
            do {
                #expect(try await store.list(service: nil).map(\.key) == keys.sorted())
            } catch {
                #expect(error.code == .interactionNotAllowed)
            }
        }
    }

    @Test("P2: any one failure of a call leaves old or new")
    func singleFailures() async throws {
        for options in [WriteOptions.standard, .with(.biometryAny), .passcodeBound] {
            for status in [-25_308, -25_291, -25_293, -25_299, -25_300, -36] {
                for number in 1...16 {
                    for moment in Fault.Moment.allCases {
                        let what = "\(status) at call \(number), \(moment)"
                        try await checkFailure(options, status, number, moment, what)
                    }
                }
            }
        }
    }

    private func checkFailure(
        _ options: WriteOptions, _ status: Int, _ number: Int, _ moment: Fault.Moment,
        _ what: String
    ) async throws {
        let phone = Phone()
        let store = phone.open()
        try await store.write(.old, for: key, options: options)
        let failure = NativeFailure(domain: "NSOSStatusErrorDomain", code: status, name: "fault")
        phone.phone.arm(FaultPlan([Fault(callNumber: number, .failure(failure, moment))]))
        let outcome = await code { () throws(KeychainError) in
            try await store.write(.new, for: key)
        }
        phone.phone.arm(.none)
        let value = try await phone.open().read(key)?.value
        #expect(value == .new || (outcome != nil && value == .old), "\(what)")
    }

    private func check(_ call: RecordingKeychain.Call) {
        let dictionaries: [SecItemDictionary]
        switch call {
        case .copyMatching(let query):
            #expect(query[SecItemName.dataProtectionKeychain] == .flag(true))
            return
        case .add(let row): dictionaries = [row]
        case .delete(let query): dictionaries = [query]
        case .update(let query, let changes):
            #expect(query[SecItemName.creator] != nil)
            dictionaries = [query, changes]
        }
        #expect(dictionaries[0][SecItemName.dataProtectionKeychain] == .flag(true))
        for dictionary in dictionaries {
            #expect(!dictionary.entries.keys.contains { $0.hasPrefix("m_") })
        }
    }
}

extension SecItemDictionary {
    fileprivate func merging(_ other: SecItemDictionary) -> SecItemDictionary {
        SecItemDictionary(entries.merging(other.entries) { _, new in new })
    }
}
