import HoldfastCore
import HoldfastCrypto

/// What a write changes in the keychain.
struct RowChange: Sendable {
    let request: WriteRequest
    let record: AttributeRecord
    /// The protection that the item had; `nil` if it is new or nobody knows.
    let before: ItemProtection?
    let access: Access
    /// Where the item's row lies; `nil` if there is none.
    var target: RowAddress?
    let replacesTombstone: Bool

    /// What `SecItemAdd` takes.
    func addition() -> SecItemDictionary {
        var address = RowAddress(
            service: request.key.service, account: request.key.account,
            isSynchronizable: record.protection.isSynchronizable)
        address.group = record.protection.accessGroup
        var row = address.query.adding(content)
        if record.protection.accessControl == .none {
            row[SecItemName.accessible] = .text(record.protection.accessibility.rawClass)
        } else {
            row[SecItemName.accessControl] = .accessControl(record.protection.accessControlObject)
        }
        return row
    }

    /// What `SecItemUpdate` changes in a row: everything in place, class and access control too.
    func changes(in row: RowAddress, ownGroup: String?) -> SecItemDictionary {
        var changes = content
        if record.protection.accessControl == .none && before?.accessControl == AccessControl.none {
            changes[SecItemName.accessible] = .text(record.protection.accessibility.rawClass)
        } else {
            // A class alone leaves the constraints of an access control as they are.
            changes[SecItemName.accessControl] =
                .accessControl(record.protection.accessControlObject)
        }
        if row.form == .data { changes[SecItemName.account] = .text(request.key.account) }
        if row.isSynchronizable != record.protection.isSynchronizable {
            changes[SecItemName.synchronizable] = .flag(record.protection.isSynchronizable)
        }
        if let group = record.protection.accessGroup ?? ownGroup, row.group != group {
            changes[SecItemName.accessGroup] = .text(group)
        }
        return changes
    }

    private var content: SecItemDictionary {
        let bytes = record.encoded
        return [
            SecItemName.type: .number(record.protection.rowKind.rawValue),
            SecItemName.generic: .data(SecretBytes(bytes)),
            SecItemName.valueData:
                .data(ValueEnvelope.seal(request.value, of: request.key, bytes)),
        ]
    }
}
