#if os(Linux)

/// A question in the two places that a dialog has for it.
struct PinentryWords: Equatable {
    /// What stands above the field.
    let description: String?
    /// What stands beside it.
    let prompt: String

    /// Takes a question of one line, `Read "x"; passcode of the vault: `.
    init(_ question: String) {
        var question = Substring(question)
        while question.last == " " || question.last == ":" { question.removeLast() }
        guard let end = question.lastIndex(of: ";") else {
            description = nil
            prompt = question + ":"
            return
        }
        description = String(question[..<end])
        prompt = question[question.index(after: end)...].drop { $0 == " " } + ":"
    }

    /// A text as an argument of a command: percent-escaped, and cut to what a line can hold.
    ///
    /// - Note: libassuan's manual, "Client requests": `%`, CR and LF are escaped, a line has at
    ///   most 1000 bytes.
    static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        var (result, count) = ("", 0)
        for scalar in text.unicodeScalars {
            var piece = String(scalar)
            if scalar == "%" || scalar.value < 0x20 || scalar.value == 0x7f {
                piece = "%\(digits[Int(scalar.value >> 4)])\(digits[Int(scalar.value & 15)])"
            }
            count += piece.utf8.count
            if count > maximumCount { break }
            result += piece
        }
        return result
    }

    /// What is left of a line for the argument of any command here.
    private static let maximumCount = 960
}
#endif
