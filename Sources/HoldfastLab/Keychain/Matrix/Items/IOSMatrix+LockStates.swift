import HoldfastApple

extension IOSMatrix {
    /// What the phone is, when the call is made.
    public enum State: String, Sendable, CaseIterable {
        /// Before the first unlock after a start.
        case beforeFirstUnlock = "BFU"
        /// Locked, after the first unlock.
        case locked = "L"
        /// Unlocked.
        case unlocked = "U"
        /// Without a passcode, which was removed after the item was written.
        case noPasscode = "NP"
    }

    /// What is done.
    public enum Operation: String, Sendable, CaseIterable {
        /// `SecItemCopyMatching` for the value.
        case read
        /// `SecItemCopyMatching` for the attributes.
        case attributes = "attrs"
        /// `SecItemCopyMatching` that asks for nothing.
        case exists
        /// `SecItemAdd` of another item.
        case add
        /// `SecItemUpdate` of the value.
        case update
        /// `SecItemDelete`.
        case delete
    }

    /// All accessibilities by their raw names.
    public static let accessibilities = ["ak", "aku", "ck", "cku", "dk", "dku", "akpu"]

    /// The answers by class and operation, in the order of ``State``.
    private static let lockTable: [(classes: [String], operations: [Operation], answers: [Int])] = [
        (["ak", "aku"], [.read, .attributes, .exists, .add, .update], [-25308, -25308, 0, 0]),
        (["ck", "cku"], [.read, .attributes, .exists, .add, .update], [-25308, 0, 0, 0]),
        (["dk", "dku"], [.read, .attributes, .exists, .add, .update], [0, 0, 0, 0]),
        (["akpu"], [.read, .attributes, .exists, .update], [-25308, -25308, 0, -25300]),
        (["akpu"], [.add], [-25308, -25308, 0, -25293]),
        (accessibilities, [.delete], [0, 0, 0, 0]),
    ]

    static let lockCases: [IOSMatrixCase] = lockTable.flatMap { row in
        row.classes.flatMap { name in
            row.operations.flatMap { operation in
                zip(State.allCases, row.answers).map { state, answer in
                    lockCase(name, operation, state, answer)
                }
            }
        }
    }

    private static func lockCase(
        _ name: String, _ operation: Operation, _ state: State, _ answer: Int
    ) -> IOSMatrixCase {
        let (mark, source) = evidence(name, operation, state)
        return IOSMatrixCase(
            "ios-lock-\(name)-\(state.rawValue)-\(operation.rawValue)", mark, source,
            given: [.stored("a", name)] + steps(to: state), call(operation, name), .code(answer))
    }

    static func steps(to state: State) -> [IOSMatrixStep] {
        switch state {
        case .beforeFirstUnlock: [.happens(.reboot)]
        case .locked: [.happens(.lock)]
        case .unlocked: []
        case .noPasscode: [.happens(.removePasscode)]
        }
    }

    static func call(_ operation: Operation, _ name: String) -> IOSMatrixCall {
        switch operation {
        case .read: .find(.data("a"))
        case .attributes: .find(.attributes("a"))
        case .exists: .find(.named("a"))
        case .add: .add(.item("b", name))
        case .update: .update(.named("a"), .newValue)
        case .delete: .delete(.named("a"))
        }
    }

    private static func evidence(
        _ name: String, _ operation: Operation, _ state: State
    ) -> (MatrixMark, String) {
        if state == .noPasscode {
            return name == "akpu"
                ? (.documented, "SecItem.h, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly")
                : (.documented, "Apple Platform Security, Data Protection overview")
        }
        if operation == .delete { return (.source, "SecItemDb.c, s3dl_query_delete") }
        if name == "ak", state != .beforeFirstUnlock, operation == .read || operation == .add {
            return (.tested, "secd-01-items.m")
        }
        return (.source, "SecDbKeychainMetadataKeyStore.m; secdmockaks/mockaks.m")
    }
}
