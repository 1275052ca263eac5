import HoldfastApple
import HoldfastCrypto

extension KeychainQuery {
    static let accessibilities: Set = ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"]

    /// Brings an attribute to its column's type.
    ///
    /// - Note: `SecDbQuery.c`, `query_add_attribute_with_desc`; `SecDbItem.c`, `copyBlob` and
    ///   `copyNumber`.
    mutating func takeAttribute(_ name: String, _ value: SecItemValue) throws(SecItemStop) {
        guard let column = KeychainClass.column(name, of: itemClass) else {
            throw .status(SecStatus.noSuchAttr)
        }
        if name == SecItemName.synchronizable, value == .text(SecItemName.synchronizableAny) {
            takesAnySynchronization = true
            return
        }
        guard let taken = Self.converted(value, column) else { throw .status(SecStatus.param) }
        if case .accessControl(let object) = taken {
            accessControl = object
        } else {
            attributes[name] = taken
        }
    }

    private static func converted(
        _ value: SecItemValue, _ column: KeychainClass.Column
    ) -> SecItemValue? {
        switch (column, value) {
        case (.blob, .text), (.blob, .data), (.blob, .number), (.text, .text), (.date, .date),
            (.number, .number), (.accessControl, .accessControl):
            value
        case (.text, .data(let data)): data.utf8String().map(SecItemValue.text)
        case (.number, .flag(let flag)): .number(flag ? 1 : 0)
        case (.number, .text(let text)): numberOrText(text)
        case (.accessibility, .text(let name)) where accessibilities.contains(name): value
        default: nil
        }
    }

    /// A text that is no number stays a text, as the constants of `kSecAttrProtocol` do.
    private static func numberOrText(_ text: String) -> SecItemValue {
        guard let number = Int(text), String(number) == text else { return .text(text) }
        return .number(number)
    }
}
