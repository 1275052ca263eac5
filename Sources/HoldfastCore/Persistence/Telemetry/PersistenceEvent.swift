/// Something that went wrong or was left out around stored state, for an app's telemetry.
///
/// It can hold no value, key or payload (P10): a kind, a category from the source, an error's code
/// and its native number.
public struct PersistenceEvent: Sendable, Equatable {
    /// What happened.
    public enum Kind: String, Sendable, CaseIterable {
        /// A state could not be loaded, or was changed by somebody else: nothing is saved.
        case suspended
        /// A save did not reach the store; the state is still in memory and not yet stored.
        case saveFailed
        /// A wipe did not finish.
        case wipeFailed
        /// The first-install marker could not be read or written; it is tried again.
        case markerFailed
        /// A migration succeeded and the payload from before it could not be removed yet.
        case olderPayloadLeft
        /// A best-effort write was missed.
        case writeFailed
        /// A gate refused a write.
        case writeRefused
        /// A write went through a gate unguarded because the remote switch is off.
        case writtenUnguarded
        /// The remote switch went off.
        case gateDisabled
        /// The remote switch went on again.
        case gateEnabled
    }

    /// What happened.
    public let kind: Kind
    /// To what kind of item.
    public let category: ItemCategory
    /// The error's code, if there was an error.
    public let code: KeychainError.Code?
    /// Where the native error comes from.
    public let nativeDomain: String?
    /// The native error's number.
    public let nativeCode: Int?

    /// Makes an event of what happened and the error behind it.
    init(_ kind: Kind, _ category: ItemCategory, _ error: KeychainError? = nil) {
        self.kind = kind
        self.category = category
        code = error?.code
        nativeDomain = error?.nativeDomain
        nativeCode = error?.nativeCode
    }
}
