import HoldfastCore

/// The one line on standard error that says what failed, why, and what to do.
enum ErrorReport {
    /// For people: `holdfast: cannot read "NAME": <why>; <what to do>`.
    static func line(_ failure: Failure) -> String {
        let action = failure.action.map { $0 + ": " } ?? ""
        // Messages may hold paths and file contents' words, so they are escaped like names.
        let text = Quoted.lineEscaped(
            action + joined(failure.error.message, ToolAdvice.of(failure.error)))
        return "holdfast: \(text)\n"
    }

    /// What is wrong and what to do; behind a question the second is a sentence of its own.
    private static func joined(_ message: String, _ advice: String) -> String {
        guard message.hasSuffix("?") else { return message + "; " + advice }
        return message + " " + advice.prefix(1).uppercased() + advice.dropFirst()
    }

    /// For scripts: one JSON object on one line.
    static func json(_ failure: Failure) -> String {
        let action = failure.action.map { $0 + ": " } ?? ""
        var json = JSONWriter()
        json.object { json in
            json.member("code", failure.error.code.rawValue)
            json.member("message", action + failure.error.message)
            json.member("advice", ToolAdvice.of(failure.error))
            json.member("nativeDomain", failure.error.nativeDomain)
            json.member("nativeCode", failure.error.nativeCode)
            json.member("exitStatus", Int(failure.exitStatus))
        }
        return json.text + "\n"
    }
}
