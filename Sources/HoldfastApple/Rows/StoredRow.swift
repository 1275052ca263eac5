import HoldfastCore
import HoldfastCrypto

/// A row of this package as the keychain answered it.
struct StoredRow: Sendable {
    let address: RowAddress
    let record: AttributeRecord
    private let recordBytes: [UInt8]
    private let data: SecretBytes?

    /// Takes a row that was asked for with its attributes.
    ///
    /// - Throws: `DATA_CORRUPTED` if it lacks what every row of this package has.
    init(_ row: SecItemDictionary) throws(KeychainError) {
        guard case .data(let recordData)? = row[SecItemName.generic],
            case .text(let service)? = row[SecItemName.service],
            let (account, form) = Self.account(row)
        else { throw KeychainError(.dataCorrupted, "a row of the keychain lacks its attributes") }
        recordBytes = recordData.copyBytes()
        var record = try AttributeRecord.decode(recordBytes)
        // What the platform enforces is what it says itself.
        if case .text(let rawClass)? = row[SecItemName.accessible],
            let accessibility = Accessibility(rawClass: rawClass)
        {
            record.protection.accessibility = accessibility
        }
        self.record = record
        address = RowAddress(
            service: service, account: account, form: form, group: Self.group(row),
            isSynchronizable: Self.isSynchronizable(row))
        if case .data(let data)? = row[SecItemName.valueData] {
            self.data = data
        } else {
            data = nil
        }
    }

    /// The item's name.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is none that this package can have given.
    var key: ItemKey {
        get throws(KeychainError) {
            do throws(KeychainError) {
                return try ItemKey(service: address.service, account: address.account)
            } catch {
                throw KeychainError(.dataCorrupted, "a row of the keychain has no proper name")
            }
        }
    }

    /// Whether the attributes may be readable although the value is lost.
    ///
    /// securityd may still hold the key of the attributes when the passcode, and with it the key of
    /// the value, is gone.
    var mayOutliveItsValue: Bool {
        record.protection.accessibility == .whenPasscodeSetThisDeviceOnly
    }

    /// The item, if its data was asked for.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is not the value that was written.
    func item(of key: ItemKey) throws(KeychainError) -> Item {
        let value = try ValueEnvelope.open(data ?? SecretBytes([]), of: key, recordBytes)
        guard value.count == record.byteCount else {
            throw KeychainError(.dataCorrupted, "the item's value has another length")
        }
        return Item(value: value, attributes: attributes(of: key))
    }

    func attributes(of key: ItemKey) -> ItemAttributes {
        ItemAttributes(
            key: key, protection: record.protection, kind: record.kind, version: record.version,
            created: record.created, modified: record.modified, byteCount: record.byteCount,
            invalidation: nil)
    }

    private static func account(_ row: SecItemDictionary) -> (String, RowAddress.Form)? {
        switch row[SecItemName.account] {
        case .text(let text)?: (text, .text)
        case .data(let data)?: data.utf8String().map { ($0, .data) }
        default: nil
        }
    }

    private static func group(_ row: SecItemDictionary) -> String? {
        if case .text(let group)? = row[SecItemName.accessGroup] { group } else { nil }
    }

    // The platform gives the number that it keeps, or the boolean that it was given.
    private static func isSynchronizable(_ row: SecItemDictionary) -> Bool {
        switch row[SecItemName.synchronizable] {
        case .flag(let isSet)?: isSet
        case .number(let number)?: number != 0
        default: false
        }
    }
}
