public import HoldfastCore
import HoldfastCrypto

/// What an app was told by its store, and what it may therefore rely on.
///
/// Only what a living process was told counts. From it follows what each item can still hold: the
/// value acknowledged last, or one whose write was begun and never answered.
public struct Acknowledgements: Sendable {
    /// What an app may rely on for one item.
    public struct Item: Sendable, Equatable {
        /// The item's name.
        public let key: ItemKey
        /// The labels of the values that a read may give.
        public internal(set) var possibleValues: [String] = []
        /// Whether a read may answer that there is no such item.
        public internal(set) var mayBeMissing = true
        /// Whether something took the item for good, so that an app may find it gone or invalidated.
        public internal(set) var mayBeGone = false
        /// The label of the value acknowledged last.
        public internal(set) var acknowledgedValue: String?

        var protection: ItemProtection?
        /// How many lines of the trace there were when it was acknowledged last: what happened to the
        /// phone after them happened to this item.
        var entryCount = 0
        /// Whether the set-up was told that it is stored, and it was not.
        var hasNeverLanded = false
        /// Whether a write or a removal was begun and not acknowledged.
        var isPending = false
        /// Whether it was acknowledged in the body and not in the set-up.
        var isAcknowledgedInBody = false
        /// Whether a process must have been told what is there before it writes.
        var mustBeReadFirst = false
        /// What each process was told last.
        var seen: [Int: Seen] = [:]

        init(key: ItemKey) {
            self.key = key
        }
    }

    /// What a process knows of an item.
    enum Seen: Sendable, Equatable {
        case value
        case nothing
        /// "There is none" where something was, unless the absence with this index was true.
        case falselyNothing(absence: Int)
        case unreadable
    }

    /// The items, in the order in which the app named them.
    public internal(set) var items: [Item] = []
    /// The promises that were broken while the app ran.
    public internal(set) var violations: [Violation] = []

    var isSavingSuspended = false
    /// Answers that something is not there that was stored; what is true of them is found out later.
    var absences: [Absence] = []
    /// Answers that an item is invalidated, with the protection that it then had.
    var invalidations: [(violation: Violation, protection: ItemProtection)] = []
    /// Names values that a scenario could not name beforehand.
    var naming: @Sendable (SecretBytes) -> String? = { _ in nil }
    private var names: [(value: SecretBytes, label: String)] = []

    init() {}

    /// The labels of the named values, and the values, in the order in which they were named.
    var labels: [String] { names.map(\.label) }
    var labelledValues: [SecretBytes] { names.map(\.value) }

    mutating func name(_ value: SecretBytes, _ label: String) {
        if !names.contains(where: { $0.value == value }) { names.append((value, label)) }
    }

    mutating func mayBeGone(_ key: ItemKey) {
        change(key) { $0.mayBeGone = true }
    }

    mutating func requireReadBeforeWrite(_ key: ItemKey) {
        change(key) { $0.mustBeReadFirst = true }
    }

    /// Takes what a living app believes after a save.
    mutating func believesStored(_ label: String, _ key: ItemKey) {
        let item = item(key)
        guard item.possibleValues != [label] else { return }
        violations.append(item.believedStored(label))
    }

    mutating func beginBody() {
        for index in items.indices {
            items[index].isAcknowledgedInBody = false
            items[index].seen = [:]
        }
        absences = []
    }

    func item(_ key: ItemKey) -> Item {
        items.first { $0.key == key } ?? Item(key: key)
    }

    mutating func change(_ key: ItemKey, _ change: (inout Item) -> Void) {
        if let index = items.firstIndex(where: { $0.key == key }) {
            change(&items[index])
        } else {
            var item = Item(key: key)
            change(&item)
            items.append(item)
        }
    }

    mutating func label(_ value: SecretBytes) -> String {
        if let known = names.first(where: { $0.value == value }) { return known.label }
        if let given = naming(value) { return given }
        let label = "value \(names.count + 1)"
        names.append((value, label))
        return label
    }
}
