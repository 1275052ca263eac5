/// A request whose body has come, before anything in it was believed.
struct RelayRequest: Sendable {
    /// What is to be done with the target.
    enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
    }

    /// The method.
    let method: Method
    /// Path and query as they stood in the first line.
    let target: String
    /// The address that it came from, as text.
    let address: String
    /// The header `Authorization`, if there is one.
    let authorization: String?
    /// The body; empty if there is none.
    let body: [UInt8]

    /// The path's parts between slashes.
    var path: [Substring] {
        target.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst().map { $0 }
    }

    /// A number of the query; nil if it is not there or is none.
    func number(_ name: String) -> Int64? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        for pair in target[target.index(after: mark)...].split(separator: "&") {
            let parts = pair.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0] == name { return Int64(parts[1]) }
        }
        return nil
    }
}
