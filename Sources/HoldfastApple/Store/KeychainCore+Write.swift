import HoldfastCore
import HoldfastCrypto

extension KeychainCore {
    mutating func write(
        _ request: WriteRequest, _ access: Access
    ) throws(KeychainError) -> Step<ItemVersion> {
        var session = try open()
        let key = request.key
        let presence = try presence(of: key, &session, access)
        if let person = try personNeeded(for: request, presence, access) { return .ask(person) }
        try request.checkCondition(
            version: presence.version, isTombstone: presence.isTombstone)
        let protection = request.options.protection ?? presence.protection ?? .standard
        try platform.device.requireUsable(protection.accessControl)
        let record = AttributeRecord(
            version: session.nextVersion(above: presence.version), kind: request.options.kind,
            created: presence.created ?? platform.clock.now, modified: platform.clock.now,
            byteCount: request.value.count, protection: protection)
        let facts = try session.facts(
            of: key, record, biometricState: biometricState(for: protection))
        // The intent is durable before the platform is called: whatever happens from here on, the
        // next look tells the old item from the new one, and neither from a lost one.
        session.ledger.beginWrite(session.name(of: key), facts)
        try session.save()
        let change = RowChange(
            request: request, record: record, before: presence.protection, access: access,
            target: presence.address, replacesTombstone: presence.isTombstone)
        try store(change, session)
        settle(facts, of: key, &session)
        if protection.accessControl != presence.protection?.accessControl {
            confirmations.forget(key)
        }
        return .answer(record.version)
    }

    /// Whom to ask before an item can be changed: the platform reads the old row for it.
    private func personNeeded(
        for request: WriteRequest, _ presence: Presence, _ access: Access
    ) throws(KeychainError) -> PersonRequest? {
        guard case .hidden(_, let facts) = presence else { return nil }
        // What is certain already needs no prompt to be refused.
        if request.isReplacement || request.options.condition == .ifAbsent {
            try request.checkCondition(version: ItemVersion(rawValue: 0), isTombstone: false)
        }
        return try self.request(for: request.key, facts, access)
    }

    private func biometricState(for protection: ItemProtection) -> [UInt8]? {
        guard protection.accessControl.isBoundToEnrolledBiometrics else { return nil }
        let context = platform.device.makeContext()
        _ = context.canEvaluate(.biometrics)
        return context.domainState.map { Array($0.prefix(Self.maximumStateByteCount)) }
    }

    /// Notes that a write is done. If that fails, it is done all the same: the intent in the ledger
    /// and the row's version tell it to whoever looks next.
    private func settle(_ facts: LedgerFacts, of key: ItemKey, _ session: inout KeychainSession) {
        session.ledger.settle(session.name(of: key), as: facts)
        do { try session.save() } catch { return }
    }

    private static let maximumStateByteCount = 255
}

extension KeychainCore.Presence {
    /// The version of what is there, a tombstone's included.
    var version: ItemVersion? {
        switch self {
        case .row(let row): row.record.version
        case .hidden(_, let facts): facts?.version
        case .tombstone(_, let facts): facts.version
        case .nothing: nil
        }
    }

    var protection: ItemProtection? {
        switch self {
        case .row(let row): row.record.protection
        case .hidden(_, let facts): facts?.protection
        case .tombstone(_, let facts): facts.protection
        case .nothing: nil
        }
    }

    var created: UnixTime? {
        switch self {
        case .row(let row): row.record.created
        case .hidden(_, let facts): facts?.created
        case .tombstone(_, let facts): facts.created
        case .nothing: nil
        }
    }

    var isTombstone: Bool {
        if case .tombstone = self { true } else { false }
    }

    var address: RowAddress? {
        switch self {
        case .row(let row): row.address
        case .hidden(let address, _): address
        case .tombstone, .nothing: nil
        }
    }
}
