import HoldfastApple
import HoldfastCrypto

extension KeychainQuery {
    /// Parses a dictionary that names a class.
    ///
    /// - Note: `SecDbQuery.c`, `query_create` and `query_applier`.
    init(_ dictionary: SecItemDictionary) throws(SecItemStop) {
        try takeClass(dictionary[SecItemName.itemClass])
        try takeEach(dictionary) { (query, name, value) throws(SecItemStop) in
            try query.take(name, value)
        }
        try agree()
    }

    /// Parses what an update shall change: attributes and a value, nothing else.
    ///
    /// - Note: `SecDbQuery.c`, `query_update_applier`.
    init(changes: SecItemDictionary, of itemClass: String) throws(SecItemStop) {
        self.itemClass = itemClass
        try takeEach(changes) { (query, name, value) throws(SecItemStop) in
            if name == SecItemName.valueData {
                try query.takeValue(value)
            } else {
                try query.takeAttribute(name, value)
            }
        }
        try agree()
    }

    private mutating func takeClass(_ value: SecItemValue?) throws(SecItemStop) {
        guard case .text(let name)? = value else { throw .status(SecStatus.param) }
        guard KeychainClass.known.contains(name) else { throw .status(SecStatus.noSuchClass) }
        itemClass = name
    }

    /// Of several faults the one under the first name counts, so that every run answers alike.
    private mutating func takeEach(
        _ dictionary: SecItemDictionary,
        _ body: (inout KeychainQuery, String, SecItemValue) throws(SecItemStop) -> Void
    ) throws(SecItemStop) {
        var first: (name: String, stop: SecItemStop)?
        for (name, value) in dictionary.entries {
            do throws(SecItemStop) {
                try body(&self, name, value)
            } catch {
                if first.map({ name < $0.name }) ?? true { first = (name, error) }
            }
        }
        if let first { throw first.stop }
    }

    private mutating func take(_ name: String, _ value: SecItemValue) throws(SecItemStop) {
        if name == SecItemName.itemClass { return }
        if name == SecItemName.dataProtectionKeychain { return }
        if name.utf8.count == 4 { return try takeAttribute(name, value) }
        switch name.utf8.first.map({ Character(UnicodeScalar($0)) }) {
        case "m": try takeMatch(name, value)
        case "r": try takeReturn(name, value)
        case "u": try takeUse(name, value)
        case "v": try takeReference(name, value)
        default: throw .status(SecStatus.param)
        }
    }

    private mutating func takeMatch(_ name: String, _ value: SecItemValue) throws(SecItemStop) {
        hasMatchKey = true
        guard name == SecItemName.matchLimit else { return }
        switch value {
        case .text(SecItemName.matchLimitOne): limit = 1
        case .text(SecItemName.matchLimitAll): limit = nil
        case .number(let count) where count > 0: limit = count
        default: throw .status(SecStatus.param)
        }
    }

    private mutating func takeReturn(_ name: String, _ value: SecItemValue) throws(SecItemStop) {
        guard case .flag(let isWanted) = value else { throw .status(SecStatus.param) }
        hasReturnKey = true
        switch name {
        case SecItemName.returnData: returnsData = isWanted
        case SecItemName.returnAttributes: returnsAttributes = isWanted
        case "r_Ref": returnsReference = isWanted
        case "r_PersistentRef": returnsPersistentReference = isWanted
        default: throw .status(SecStatus.param)
        }
    }

    private mutating func takeUse(_ name: String, _ value: SecItemValue) throws(SecItemStop) {
        switch (name, value) {
        case (SecItemName.authenticationContext, .context(let number)): context = number
        case (SecItemName.authenticationUI, .text("u_AuthUIA")): interface = .allow
        case (SecItemName.authenticationUI, .text(SecItemName.authenticationUIFail)):
            interface = .fail
        case (SecItemName.authenticationUI, .text(SecItemName.authenticationUISkip)):
            interface = .skip
        case ("u_NoAuthUI", .flag(let isForbidden)): interface = isForbidden ? .fail : .allow
        case ("u_OpPrompt", .text): break
        default: throw .status(SecStatus.param)
        }
    }

    private mutating func takeReference(
        _ name: String, _ value: SecItemValue
    ) throws(SecItemStop) {
        switch (name, value) {
        case (SecItemName.valueData, _): try takeValue(value)
        case ("v_PersistentRef", .data(let reference)):
            persistentReference = reference.copyBytes()
        default: throw .status(SecStatus.param)
        }
    }

    private mutating func takeValue(_ value: SecItemValue) throws(SecItemStop) {
        guard case .data(let bytes) = value else { throw .status(SecStatus.param) }
        self.value = bytes
    }

    /// `accc` and `pdmn` must say the same.
    private func agree() throws(SecItemStop) {
        guard let accessControl, let named = attributes[SecItemName.accessible] else { return }
        guard named == .text(accessControl.protection) else { throw .status(SecStatus.param) }
    }
}
