import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// The JSON form of items: what an export seals, what `--plain` writes, what an import reads.
///
/// - Note: Format: `docs/formats/export.md`, "Payload".
enum TransferDocument {
    /// Adds an item to the array being written.
    static func write(_ item: Item, into json: inout JSONWriter) {
        let attributes = item.attributes
        json.object { json in
            json.member("service", attributes.key.service)
            json.member("name", attributes.key.account)
            json.member("value", base64: item.value)
            json.member("kind", attributes.kind.rawValue)
            json.member("accessible", attributes.protection.accessibility.rawValue)
            json.member("accessControl", attributes.protection.accessControl.rawValue)
            json.member("authValiditySeconds", attributes.protection.authValiditySeconds)
        }
    }

    /// Reads items.
    ///
    /// - Parameters:
    ///   - text: an array of objects as ``write(_:into:)`` makes them, of which `name` and one of
    ///     `value` (base64) and `text` are required; or one object from names to texts.
    ///   - service: the service of items that name none.
    /// - Returns: the items in order.
    /// - Throws: `INVALID_ARGUMENT` that names the first thing that is wrong.
    static func read(
        _ text: UnsafeRawBufferPointer, service: String
    ) throws(KeychainError) -> [TransferRecord] {
        switch try JSONParser.parse(text) {
        case .array(let elements):
            var records: [TransferRecord] = []
            for (index, element) in elements.enumerated() {
                do {
                    records.append(try record(element, service: service))
                } catch {
                    throw wrong("item \(index + 1): \(error.message)")
                }
            }
            return records
        case .object(let members):
            var records: [TransferRecord] = []
            for member in members { records.append(try record(member, service: service)) }
            return records
        case .string, .number, .bool, .null:
            throw wrong("the JSON is neither an array of items nor an object of texts")
        }
    }

    private static func wrong(_ message: String) -> KeychainError {
        KeychainError(
            .invalidArgument, message, advice: "correct the file; nothing was imported")
    }

    private static func record(
        _ member: (name: String, value: JSONValue), service: String
    ) throws(KeychainError) -> TransferRecord {
        guard let text = member.value.string else {
            throw wrong("the value of \(Quoted.text(member.name)) is not a string")
        }
        let key = try ItemKey(service: service, account: member.name)
        try Item.check(text)
        return TransferRecord(
            key: key, value: text, kind: .bytes, protection: ItemProtectionOptions())
    }

    private static let memberNames: Set = [
        "service", "name", "value", "text", "kind", "accessible", "accessControl",
        "authValiditySeconds",
    ]
    /// What `get`, `info` and `ls` add and an import does not need.
    private static let ignoredNames: Set = [
        "version", "created", "modified", "byteCount", "invalidated", "invalidatedAt",
    ]

    private static func record(
        _ element: JSONValue, service: String
    ) throws(KeychainError) -> TransferRecord {
        guard let members = element.members else { throw wrong("it is not an object") }
        for member in members where !memberNames.union(ignoredNames).contains(member.name) {
            throw wrong("it has an unknown member \(Quoted.text(member.name))")
        }
        let fields = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
        guard let name = try text("name", in: fields) else { throw wrong("it has no name") }
        let key = try ItemKey(service: try text("service", in: fields) ?? service, account: name)
        let value = try value(in: fields)
        try Item.check(value)
        let protection = ItemProtectionOptions(
            accessibility: try choice("accessible", in: fields),
            accessControl: try choice("accessControl", in: fields),
            authValiditySeconds: try seconds(in: fields))
        // What no vault could take is refused before the first item is stored.
        try protection.protection(over: nil)?.validate()
        let kind: ItemKind = try choice("kind", in: fields) ?? .bytes
        // A key that somebody else has too would let them sign as this device.
        if kind.isDeviceKey { throw wrong("a device key never comes from elsewhere") }
        return TransferRecord(key: key, value: value, kind: kind, protection: protection)
    }

    private static func value(in fields: [String: JSONValue]) throws(KeychainError) -> SecretBytes {
        switch (fields["value"], fields["text"]) {
        case (.string(let base64), nil):
            guard let value = Base64.decode(base64) else { throw wrong("its value is not base64") }
            return value
        case (nil, .string(let text)): return text
        default: throw wrong("it needs a string, either value (base64) or text")
        }
    }

    private static func text(
        _ name: String, in fields: [String: JSONValue]
    ) throws(KeychainError) -> String? {
        guard let field = fields[name] else { return nil }
        guard let text = field.string?.utf8String() else { throw wrong("its \(name) is no string") }
        return text
    }

    private static func choice<Choice: RawRepresentable<String>>(
        _ name: String, in fields: [String: JSONValue]
    ) throws(KeychainError) -> Choice? {
        guard let text = try text(name, in: fields) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        throw wrong("its \(name) is not one that this version knows")
    }

    private static func seconds(in fields: [String: JSONValue]) throws(KeychainError) -> Int? {
        guard let field = fields["authValiditySeconds"] else { return nil }
        guard case .number(let text) = field, let seconds = Int(text) else {
            throw wrong("its authValiditySeconds is no whole number")
        }
        return seconds
    }
}
