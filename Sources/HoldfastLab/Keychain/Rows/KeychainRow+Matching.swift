import HoldfastApple
import HoldfastCrypto

extension KeychainRow {
    /// Whether the row's columns select it; needs no key.
    ///
    /// Text columns hold a hash of the bytes, so that text and data of the same bytes are the same.
    ///
    /// - Note: `SecDbAttrBind` in `SecDbItem.c` and `s3dl_create_select_sql` in `SecItemDb.c`.
    func matches(_ query: KeychainQuery, groups: [String]) -> Bool {
        guard itemClass == query.itemClass, groups.contains(accessGroup) else { return false }
        if let reference = query.persistentReference, reference != persistentReference {
            return false
        }
        return query.attributes.allSatisfy { name, value in
            switch name {
            case SecItemName.creationDate: value == .date(created / 1000)
            case SecItemName.modificationDate: value == .date(modified / 1000)
            default: attributes[name].map { value.hasSameBytes(as: $0) } ?? false
            }
        }
    }

    /// Whether both rows have one primary key.
    func hasPrimaryKey(of other: KeychainRow) -> Bool {
        guard itemClass == other.itemClass else { return false }
        return KeychainClass.primaryKey(of: itemClass).allSatisfy { name in
            guard let mine = attributes[name], let theirs = other.attributes[name] else {
                return attributes[name] == other.attributes[name]
            }
            return mine.hasSameBytes(as: theirs)
        }
    }
}

extension SecItemValue {
    func hasSameBytes(as other: SecItemValue) -> Bool {
        switch (self, other) {
        case (.text(let text), .data(let data)), (.data(let data), .text(let text)):
            data.withUnsafeBytes { $0.elementsEqual(text.utf8) }
        case (.text(let mine), .text(let theirs)): mine.utf8.elementsEqual(theirs.utf8)
        default: self == other
        }
    }
}
