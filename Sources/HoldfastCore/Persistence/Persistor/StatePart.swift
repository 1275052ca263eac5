import HoldfastCrypto

/// A part of a state that is kept in one item of one store.
///
/// A state whose secrets belong into a keychain and whose rest may lie elsewhere has two parts. What
/// is in no part is not kept. The parts of one save carry a generation that ties them.
public struct StatePart<State: Sendable>: Sendable {
    let store: any ItemStore
    let key: ItemKey
    /// Where the payload from before a migration is kept until the new one was read back.
    let olderKey: ItemKey
    let protection: ItemProtection?
    let schema: StateSchema
    let isEqual: @Sendable (State, State) -> Bool
    private let encodeValue: Encoding
    private let decodeValue: @Sendable (SecretBytes, inout State) throws(KeychainError) -> Void

    private typealias Encoding =
        @Sendable (State, (Int) -> StateFrame) throws(KeychainError) -> SecretBytes

    /// Takes a part of the state.
    ///
    /// A store whose write is not one step is put behind a ``WriteGate``, unless it is one.
    ///
    /// - Parameters:
    ///   - path: the part; `\.self` is the whole state. Its `==` must compare all that is encoded.
    ///   - store: where it is kept.
    ///   - key: the item's name there; its account has at most 239 Unicode scalars, since the name
    ///     with `.before-migration` behind it is used during migrations.
    ///   - protection: how to protect the item; `nil` keeps what it has, or the standard.
    ///   - schema: the form of this part.
    /// - Throws: `INVALID_ARGUMENT` if the account is too long.
    public init<Value: Codable & Sendable & Equatable>(
        _ path: any WritableKeyPath<State, Value> & Sendable, in store: any ItemStore,
        under key: ItemKey, protection: ItemProtection? = nil, schema: StateSchema = .first
    ) throws(KeychainError) {
        self.store = store is WriteGate ? store : WriteGate(store)
        self.key = key
        self.protection = protection
        self.schema = schema
        olderKey = try ItemKey(
            service: key.service, account: key.account + ".before-migration")
        isEqual = { $0[keyPath: path] == $1[keyPath: path] }
        encodeValue = { (state, frame) throws(KeychainError) in
            try StateCoding.encode(state[keyPath: path], in: frame)
        }
        decodeValue = { (body, state) throws(KeychainError) in
            state[keyPath: path] = try StateCoding.decode(Value.self, body)
        }
    }

    /// The payload to store for a state.
    ///
    /// - Throws: `INVALID_ARGUMENT` if it cannot be encoded or is too large.
    func payload(
        of state: State, _ header: StateEnvelope.Header, generation: UInt64,
        previous: StateContent?
    ) throws(KeychainError) -> SecretBytes {
        let schema = UInt32(schema.version)
        let payload = try encodeValue(state) { byteCount in
            StateEnvelope.frame(
                header, schema: schema, generation: generation, bodyByteCount: byteCount,
                previous: previous)
        }
        try Item.check(payload)
        return payload
    }

    /// Brings a content to the present schema and puts it into a state.
    ///
    /// - Returns: whether it had to be migrated.
    /// - Throws: the reason to suspend.
    func hydrate(
        _ state: inout State, from content: StateContent
    ) throws(SuspensionReason) -> Bool {
        let body = try schema.migrated(content)
        let isMigrated = content.schema != schema.version
        do throws(KeychainError) {
            try decodeValue(body, &state)
        } catch {
            throw isMigrated ? .migrationFailed(from: Int(content.schema)) : .undecodable
        }
        return isMigrated
    }
}
