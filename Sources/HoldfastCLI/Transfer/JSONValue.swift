import HoldfastCrypto

/// One value of a JSON text; strings are secrets until somebody asks for their text.
indirect enum JSONValue: Sendable {
    case object([(name: String, value: JSONValue)])
    case array([JSONValue])
    case string(SecretBytes)
    /// As it stands in the text.
    case number(String)
    case bool(Bool)
    case null
}

extension JSONValue {
    /// The members of an object, `nil` for anything else.
    var members: [(name: String, value: JSONValue)]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// A string's bytes in UTF-8, `nil` for anything else.
    var string: SecretBytes? {
        guard case .string(let string) = self else { return nil }
        return string
    }
}
