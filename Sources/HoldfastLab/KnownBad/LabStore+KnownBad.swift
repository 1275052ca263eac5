import HoldfastApple

/// Stores that lose things, as apps and libraries have done it, to show that an exploration finds
/// out. For nothing else.
extension LabStore {
    /// Makes a store that answers "there is none" whenever it cannot read.
    ///
    /// - Parameter store: a good store, which the bad one spoils.
    /// - Returns: the bad store, `error-to-nil`.
    public static func errorToNil(over store: LabStore) -> LabStore {
        LabStore(
            "error-to-nil", summary: "known bad: says “there is none” when it cannot read",
            on: store.systems
        ) { ErrorToNilStore(base: store.open(in: $0)) }
    }

    /// Makes a store that acknowledges a write before it is done.
    ///
    /// - Parameter store: a good store, which the bad one spoils.
    /// - Returns: the bad store, `fire-and-forget`.
    public static func fireAndForget(over store: LabStore) -> LabStore {
        LabStore(
            "fire-and-forget", summary: "known bad: acknowledges a write before it is done",
            on: store.systems
        ) { FireAndForgetStore(base: store.open(in: $0)) }
    }

    /// A keychain store that answers a failed update by deleting the item and adding it anew.
    public static let deleteThenAdd = LabStore(
        "delete-then-add", summary: "known bad: deletes an item in order to write it",
        on: [.iOS]
    ) { DeleteThenAddStore($0.apple.secItem) }
}
