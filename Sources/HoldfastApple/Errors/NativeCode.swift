import HoldfastCore

/// One number of a native error domain and what it means here: a row of a table.
struct NativeCode: Sendable {
    /// The number in its domain.
    let number: Int
    /// The name that the platform's header gives it.
    let name: String
    /// The catalogue's code; `nil` for the two answers that are no failure.
    let code: KeychainError.Code?

    init(_ number: Int, _ name: String, _ code: KeychainError.Code?) {
        self.number = number
        self.name = name
        self.code = code
    }
}

extension KeychainError {
    /// The error for a native number: its row's code, or `UNKNOWN` for a number without a row.
    init(_ number: Int, in domain: String, _ table: [NativeCode], _ what: String) {
        let row = table.first { $0.number == number }
        self.init(
            row?.code ?? .unknown, row.map { "\(what): \($0.name)" } ?? what,
            nativeDomain: domain, nativeCode: number)
    }
}
