import HoldfastCore

extension KeychainCore {
    /// Removes every row of this package under a name, readable or not, and its tombstone.
    mutating func remove(_ key: ItemKey) throws(KeychainError) -> Bool {
        var session = try open()
        let name = session.name(of: key)
        let entry = session.ledger[name]
        if entry != nil {
            // Before the rows go: what is not there afterwards was removed and not lost.
            session.ledger.beginRemoval(name)
            try session.save()
        }
        var wasThere = wasThere(entry)
        for form in [RowAddress.Form.text, .data] {
            var address = RowAddress(service: key.service, account: key.account)
            address.form = form
            switch platform.secItem.delete(address.query) {
            case Status.success: wasThere = true
            case Status.notFound: continue
            case let status: throw KeychainError(status: status, "the item cannot be removed")
            }
        }
        if !wasThere { try confirmAnswering(&session) }
        if session.ledger[name] != nil {
            session.ledger.forget(name)
            try session.save()
        }
        confirmations.forget(key)
        return wasThere
    }

    /// Whether the ledger vouches for an item, even if the platform has lost it meanwhile.
    private func wasThere(_ entry: LedgerEntry?) -> Bool {
        switch entry?.meaningOfNoRow {
        case .lost(let facts)?: !facts.protection.isShared
        case .tombstone?: true
        case .nothing?, .item?, nil: false
        }
    }
}
