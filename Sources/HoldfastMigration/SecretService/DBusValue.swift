#if os(Linux)
import HoldfastCrypto

/// One value of a D-Bus message.
indirect enum DBusValue: Sendable {
    case number(UInt64)
    /// A string, an object path or a signature.
    case text(String)
    /// An array of bytes, which is how secrets travel.
    case bytes(SecretBytes)
    case array([DBusValue])
    /// A structure, or one entry of a dictionary.
    case structure([DBusValue])
    case variant(DBusValue)

    /// A text; `nil` for anything else.
    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// Bytes; `nil` for anything else.
    var bytes: SecretBytes? { if case .bytes(let bytes) = self { bytes } else { nil } }

    /// The elements of an array; `nil` for anything else.
    var elements: [DBusValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The fields of a structure; `nil` for anything else.
    var fields: [DBusValue]? { if case .structure(let fields) = self { fields } else { nil } }

    /// What is in a variant; the value itself where it is none.
    var content: DBusValue { if case .variant(let content) = self { content } else { self } }

    /// The texts of an array of texts; `nil` for anything else.
    var texts: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
    }

    /// A dictionary with names; `nil` for anything else.
    var members: [String: DBusValue]? {
        guard let elements else { return nil }
        var members: [String: DBusValue] = [:]
        for element in elements {
            guard let fields = element.fields, fields.count == 2, let name = fields[0].text else {
                return nil
            }
            members[name] = fields[1].content
        }
        return members
    }
}
#endif
