import HoldfastApple
import HoldfastCrypto

extension PhoneState {
    /// `SecItemAdd`: entitlement beats parsing, parsing beats lock, lock beats duplicate.
    ///
    /// - Note: `SecItemServer.c`, `SecItemServerAdd`; `SecItemDb.c`, `s3dl_query_add`.
    mutating func secItemAdd(
        _ dictionary: SecItemDictionary, _ caller: KeychainCaller
    ) throws(SecItemStop) {
        try checkAccessControl(dictionary)
        try beginSecItem(caller)
        let query = try KeychainQuery(dictionary)
        if query.interface == .skip { throw .status(SecStatus.param) }
        try demandGroup(query.namedGroup, caller)
        if query.persistentReference != nil || query.takesAnySynchronization {
            throw .status(SecStatus.param)
        }
        guard query.itemClass != "idnt" else {
            spring(.classNotSimulated, caller)
            throw .status(SecStatus.unimplemented)
        }
        if query.hasMatchKey { return spring(.matchKeyInAdd, caller) }
        let row = newRow(query, caller)
        if keychain.profile.refusesSyncedThisDeviceOnly, row.isSynchronized,
            row.protection.hasSuffix("u")
        {
            throw .status(SecStatus.param)
        }
        try seal(row.accessControl, query, caller)
        try insert(row)
    }

    private func newRow(_ query: KeychainQuery, _ caller: KeychainCaller) -> KeychainRow {
        var attributes = query.attributes
        attributes[SecItemName.creationDate] = nil
        attributes[SecItemName.modificationDate] = nil
        for name in KeychainClass.primaryKey(of: query.itemClass) where attributes[name] == nil {
            attributes[name] = KeychainClass.defaultValue(name, of: query.itemClass)
        }
        if query.namedGroup == nil { attributes[SecItemName.accessGroup] = .text(caller.groups[0]) }
        let given = query.attributes["tkid"] == nil ? query.accessControl : nil
        let accessControl = given ?? plainAccessControl(query)
        attributes[SecItemName.accessible] = .text(accessControl.protection)
        return KeychainRow(
            number: keychain.nextRow, itemClass: query.itemClass, writer: caller.app,
            attributes: attributes, value: query.value ?? SecretBytes([UInt8]()),
            accessControl: accessControl, seal: .init(device, keychain), created: nowMilliseconds,
            modified: nowMilliseconds)
    }

    /// What an item has that names no class: `ak`, or `dk` for a certificate; and `dk` for every row
    /// of a token, which guards its keys itself.
    ///
    /// - Note: `SecItem.m`, `SecTokenItemAdd`.
    private func plainAccessControl(_ query: KeychainQuery) -> AccessControlObject {
        if query.attributes["tkid"] != nil {
            return AccessControlObject(protection: "dk", flags: [])
        }
        let usual = query.itemClass == "cert" ? "dk" : SecItemName.whenUnlocked
        guard case .text(let named)? = query.attributes[SecItemName.accessible] else {
            return AccessControlObject(protection: usual, flags: [])
        }
        return AccessControlObject(protection: named, flags: [])
    }

    /// Encrypts what is new: needs the class key, and LocalAuthentication must bind a constraint.
    mutating func seal(
        _ accessControl: AccessControlObject, _ query: KeychainQuery, _ caller: KeychainCaller
    ) throws(SecItemStop) {
        let need = PersonNeed(accessControl.flags)
        if accessControl.flags.constrainsUse { try demandUsageDescription(need, caller) }
        switch useClassKey(accessControl.protection) {
        case .locked: throw .status(SecStatus.interactionNotAllowed)
        case .gone: throw .status(keychain.profile.akpuAddWithoutPasscode.rawValue)
        case .open: break
        }
        if accessControl.protection == "akpu", keychain.akpuIsStuck {
            throw .status(SecStatus.notAvailable)
        }
        if accessControl.flags.constrainsUse { try bind(need, query, caller) }
        if accessControl.protection == "akpu" {
            keychain.akpuWasUsed = true
            keychain.akpuMetadataIsCached = true
        }
    }

    /// No prompt, but what is demanded must be enrolled.
    private mutating func bind(
        _ need: PersonNeed, _ query: KeychainQuery, _ caller: KeychainCaller
    ) throws(SecItemStop) {
        let isEnrolled = keychain.profile.biometry != .none && !device.fingers.isEmpty
        let wantsBiometry = need.terms.contains { $0 == .biometry || $0 == .currentBiometry }
        if !need.terms.isEmpty {
            guard device.passcode != nil, isEnrolled || !wantsBiometry else {
                throw .status(SecStatus.authFailed)
            }
        }
        guard need.needsApplicationPassword else { return }
        var context = try context(of: query, caller)
        let password = PersonNeed([.applicationPassword])
        let code = try ask(password, policy: nil, &context, caller)
        keep(context, of: query, caller)
        if code != 0 { throw .status(LAErrorCode.status(code)) }
    }

    /// A row with the same primary key is a duplicate, unless it decodes to nothing any more.
    ///
    /// - Note: `SecDbItem.c`, `SecDbItemInsertOrReplace`.
    private mutating func insert(_ row: KeychainRow) throws(SecItemStop) {
        if let place = keychain.rows.firstIndex(where: { $0.hasPrimaryKey(of: row) }) {
            switch decode(keychain.rows[place], wantsValue: false, context: nil) {
            case .locked: throw .status(SecStatus.interactionNotAllowed)
            case .undecodable: keychain.rows.remove(at: place)
            case .open, .needsPerson, .refused: throw .status(SecStatus.duplicateItem)
            }
        }
        keychain.rows.append(row)
        keychain.nextRow += 1
    }
}
