/// Why a benchmark could not be run; says nothing about a bar.
struct BenchFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// A failed system call, with the reason that `errno` gives.
    static func system(_ what: String, _ code: Int32) -> BenchFailure {
        BenchFailure("\(what): \(SystemText.ofError(code))")
    }
}
