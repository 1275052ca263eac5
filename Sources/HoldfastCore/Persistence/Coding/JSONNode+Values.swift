#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Single values, in the forms that `JSONDecoder` reads by default.
extension JSONNode {
    /// Encodes any value.
    ///
    /// - Throws: what the value's own encoding throws.
    func encode<Value: Encodable>(
        _ new: Value, at path: @autoclosure () -> [any CodingKey]
    ) throws {
        // Arrays of text come this way too. Types are compared first, as a cast costs much more.
        if Value.self == String.self, let text = new as? String { return encode(text) }
        // These three are not encoded by themselves in the form that the decoder expects.
        if Value.self == Data.self, let data = new as? Data {
            value = .text(JSONText(data.base64EncodedString()))
        } else if Value.self == URL.self, let url = new as? URL {
            value = .text(JSONText(url.absoluteString))
        } else if Value.self == Decimal.self, let decimal = new as? Decimal {
            value = .literal(decimal.description)
        } else {
            try new.encode(to: JSONTreeEncoder(node: self, codingPath: path()))
        }
    }

    func encode(_ new: Bool) {
        value = .literal(new ? "true" : "false")
    }

    func encode(_ new: some FixedWidthInteger) {
        value = .literal(String(new))
    }

    /// Encodes a number, without the fraction that a whole one does not have.
    ///
    /// - Throws: `EncodingError` for what JSON has no form for: infinities and not-a-number.
    func encode(
        _ new: some BinaryFloatingPoint & CustomStringConvertible, at path: [any CodingKey]
    ) throws {
        guard new.isFinite else {
            throw EncodingError.invalidValue(
                new, .init(codingPath: path, debugDescription: "JSON has no such number"))
        }
        let text = new.description
        value = .literal(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    func encode(_ new: String) {
        value = .text(JSONText(new))
    }

    func encodeNull() {
        value = .literal("null")
    }
}
