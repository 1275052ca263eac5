public import HoldfastCore
import HoldfastCrypto

/// What this package's store answers on a phone: for each class of item, each state of the device
/// and each operation, tried on a simulated phone and not written down.
public struct AccessMatrix: Sendable {
    /// What a device went through between the write and the operation.
    public enum State: String, Sendable, CaseIterable {
        /// Unlocked.
        case unlocked
        /// Locked after its first unlock.
        case locked
        /// Restarted and not unlocked yet.
        case beforeFirstUnlock
        /// Its passcode was removed.
        case withoutPasscode
    }

    /// What is asked of the store.
    public enum Operation: String, Sendable, CaseIterable {
        /// Reads the item.
        case read
        /// Replaces its value.
        case write
        /// Writes another item of the same class.
        case create
        /// Asks for its attributes.
        case attributes
        /// Removes it.
        case remove
    }

    /// One class in one state.
    public struct Row: Sendable, Equatable {
        /// The class of the item.
        public let accessibility: Accessibility
        /// The state of the device.
        public let state: State
        /// What each operation answers: `value`, `done`, `there`, `none`, or a code.
        public let answers: [Operation: String]
    }

    /// All rows, by class and state.
    public let rows: [Row]

    /// Tries everything.
    ///
    /// - Parameter profile: the phone; each answer comes from a fresh one.
    /// - Throws: what a write on the unlocked phone throws, with which each try begins.
    public init(_ profile: PhoneProfile) async throws(KeychainError) {
        var rows: [Row] = []
        for accessibility in Accessibility.allCases {
            for state in State.allCases {
                var answers: [Operation: String] = [:]
                for operation in Operation.allCases {
                    answers[operation] = try await Self.answer(
                        profile, accessibility, state, operation)
                }
                rows.append(Row(accessibility: accessibility, state: state, answers: answers))
            }
        }
        self.rows = rows
    }

    private static func answer(
        _ profile: PhoneProfile, _ accessibility: Accessibility, _ state: State,
        _ operation: Operation
    ) async throws(KeychainError) -> String {
        let phone = SimulatedPhone(profile.examined)
        for event: PhoneEvent in [.lock, .unlock] { phone.send(event) }
        let kind = LabStore.good(on: profile.phoneSystem)
        let options = WriteOptions(protection: ItemProtection(accessibility: accessibility))
        let written = try ItemKey(service: "matrix", account: "written")
        let store = kind.open(in: phone.launch(ScenarioRun.app))
        try await store.write(SecretBytes(utf8: "1"), for: written, options: options)
        for event in state.events { phone.send(event) }
        // A restart has ended the first process.
        let now = state == .beforeFirstUnlock ? kind.open(in: phone.launch(ScenarioRun.app)) : store
        return await perform(operation, written, options, on: now)
    }

    private static func perform(
        _ operation: Operation, _ written: ItemKey, _ options: WriteOptions,
        on store: any ItemStore
    ) async -> String {
        do {
            switch operation {
            case .read: return try await store.read(written) == nil ? "none" : "value"
            case .write:
                try await store.write(SecretBytes(utf8: "2"), for: written, options: options)
                return "done"
            case .create:
                let another = try ItemKey(service: "matrix", account: "another")
                try await store.write(SecretBytes(utf8: "3"), for: another, options: options)
                return "done"
            case .attributes: return try await store.contains(written) ? "there" : "none"
            case .remove: return try await store.remove(written) ? "done" : "none"
            }
        } catch {
            return error.code.rawValue
        }
    }
}

extension AccessMatrix.State {
    fileprivate var events: [PhoneEvent] {
        switch self {
        case .unlocked: []
        case .locked: [.lock]
        case .beforeFirstUnlock: [.reboot]
        case .withoutPasscode: [.removePasscode]
        }
    }
}
