/// Text of unknown origin as it may be shown: one line, nothing that moves a terminal's cursor.
enum Quoted {
    /// The text in quotation marks.
    static func text(_ text: String) -> String {
        "\"\(escaped(text, also: "\""))\""
    }

    /// A whole line that was put together from parts, of which some may not be printable; what is
    /// escaped already stays as it is.
    static func lineEscaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if PrintableText.isPrintable(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result
    }

    /// The text with what is not printable, and the backslash, escaped so that it can be told back.
    ///
    /// - Parameters:
    ///   - text: any text.
    ///   - also: one more character to escape.
    /// - Returns: one line.
    static func escaped(_ text: String, also: Unicode.Scalar? = nil) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case also: result += "\\\(scalar)"
            default:
                if PrintableText.isPrintable(scalar) {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                }
            }
        }
        return result
    }
}
