import HoldfastCore
import HoldfastCrypto

@testable import HoldfastCLI

/// The names of all members of a JSON text.
enum JSONNames {
    /// The names, however deep.
    static func of(_ bytes: [UInt8]) throws -> Set<String> {
        func collect(_ value: JSONValue, into names: inout Set<String>) {
            switch value {
            case .object(let members):
                for member in members {
                    names.insert(member.name)
                    collect(member.value, into: &names)
                }
            case .array(let elements):
                for element in elements { collect(element, into: &names) }
            case .string, .number, .bool, .null: break
            }
        }
        var names: Set<String> = []
        let value = try bytes.withRawBytes { (bytes) throws(KeychainError) in
            try JSONParser.parse(bytes)
        }
        collect(value, into: &names)
        return names
    }
}
