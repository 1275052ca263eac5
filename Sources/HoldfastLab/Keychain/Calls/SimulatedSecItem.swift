import HoldfastApple
import HoldfastCrypto

/// The `SecItem` calls of one process on a simulated iPhone.
struct SimulatedSecItem: SecItemCalls {
    let process: AppProcess

    func add(_ attributes: SecItemDictionary) -> Int32 {
        statusCall("SecItemAdd", attributes, SecItemFailures.add) {
            (state, caller) throws(SecItemStop) in
            try state.secItemAdd(attributes, caller)
        }
    }

    func copyMatching(_ query: SecItemDictionary) -> SecItemMatches {
        let call = PlatformCall(
            "SecItemCopyMatching", query.subject, failures: SecItemFailures.copyMatching)
        return process.perform(
            call, failing: { SecItemMatches(status: Int32($0.code)) }, dead: Self.deadMatches,
            describe: Self.describe
        ) { state in
            do throws(SecItemStop) {
                let caller = KeychainCaller(process.app, process: process.number, state)
                let rows = try state.secItemCopyMatching(query, caller)
                return SecItemMatches(status: SecStatus.success, rows: rows)
            } catch {
                return SecItemMatches(status: error.answer)
            }
        }
    }

    func update(_ query: SecItemDictionary, _ attributes: SecItemDictionary) -> Int32 {
        statusCall("SecItemUpdate", query, SecItemFailures.update) {
            (state, caller) throws(SecItemStop) in
            try state.secItemUpdate(query, attributes, caller)
        }
    }

    func delete(_ query: SecItemDictionary) -> Int32 {
        statusCall("SecItemDelete", query, SecItemFailures.delete) {
            (state, caller) throws(SecItemStop) in
            try state.secItemDelete(query, caller)
        }
    }

    /// Makes an object in the app's own memory; no fault can strike it.
    ///
    /// - Note: `SecAccessControl.m`, `SecAccessControlCreateWithFlags`.
    func createAccessControl(_ accessControl: AccessControlObject) -> Int32 {
        let flags = accessControl.flags
        let isKnown = KeychainQuery.accessibilities.contains(accessControl.protection)
        let isBoth =
            flags.isSuperset(of: [.or, .and])
            || flags.isSuperset(of: [.biometryAny, .biometryCurrentSet])
        let besidePresence = flags.subtracting([
            .userPresence, .applicationPassword, .privateKeyUsage,
        ])
        let isMixed = flags.contains(.userPresence) && !besidePresence.isEmpty
        return isKnown && !isBoth && !isMixed ? SecStatus.success : SecStatus.param
    }

    private static let deadMatches = SecItemMatches(status: SecStatus.notAvailable)

    private static func describe(_ matches: SecItemMatches) -> String {
        guard matches.status == SecStatus.success else { return SecStatus.text(matches.status) }
        return matches.rows.count == 1 ? "0, 1 row" : "0, \(matches.rows.count) rows"
    }

    private func statusCall(
        _ name: String, _ query: SecItemDictionary, _ failures: [NativeFailure],
        _ effect: (inout PhoneState, KeychainCaller) throws(SecItemStop) -> Void
    ) -> Int32 {
        process.perform(
            PlatformCall(name, query.subject, failures: failures),
            failing: { Int32($0.code) }, dead: SecStatus.notAvailable, describe: SecStatus.text
        ) { state in
            do throws(SecItemStop) {
                try effect(&state, KeychainCaller(process.app, process: process.number, state))
                return SecStatus.success
            } catch {
                return error.answer
            }
        }
    }
}

extension SecItemStop {
    /// What the caller gets; a process that was ended gets no true answer.
    fileprivate var answer: Int32 {
        switch self {
        case .status(let status): status
        case .killed: SecStatus.notAvailable
        }
    }
}

extension SecItemDictionary {
    /// The class and the name of the item, for traces; never the value.
    fileprivate var subject: String {
        let parts = [SecItemName.itemClass, SecItemName.service, SecItemName.account]
        return parts.compactMap { entries[$0]?.words }.joined(separator: " ")
    }
}

extension SecItemValue {
    fileprivate var words: String {
        switch self {
        case .text(let text): text
        case .data(let data): data.utf8String() ?? "\(data.count) bytes"
        case .number(let number): String(number)
        case .flag, .date, .accessControl, .context: ""
        }
    }
}
