extension ErrorCatalogue {
    /// The text of `docs/errors.md`, made from the catalogue so that the page cannot drift.
    public static var page: String {
        var lines = [
            "# Error codes",
            "",
            "<!-- Made from Sources/HoldfastCore/Errors/ErrorCatalogue.swift; do not edit. -->",
            "",
            "Every failure of a store is a `KeychainError` with one of these codes. A missing value"
                + " is `nil`, never an error.",
            "",
            "| code | when | what to do | exit status of `holdfast` | can untrusted data cause it |",
            "|---|---|---|---|---|",
        ]
        lines += entries.map { entry in
            let status = entry.code == .unknown ? "9 or 70" : String(entry.exitStatus)
            let untrusted = entry.isCausedByUntrustedData ? "yes" : "no"
            return "| `\(entry.code)` | \(entry.when) | \(entry.whatToDo) | \(status) |"
                + " \(untrusted) |"
        }
        lines += [
            "",
            "A command line that breaks a rule of its own command is `INVALID_ARGUMENT` with exit"
                + " status 2. Where the reader of standard output went away, `holdfast` ends with"
                + " status 9 and says nothing.",
        ]
        lines += ["", "## Numbers of the domain `\(StoreConflict.domain)`", ""]
        lines += ["| number | meaning |", "|---|---|"]
        lines += StoreConflict.allCases.map { "| \($0.rawValue) | \($0.error.message) |" }
        return lines.joined(separator: "\n") + "\n"
    }
}
