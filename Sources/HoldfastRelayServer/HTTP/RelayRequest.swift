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

    /// The path's parts between slashes; none if it does not begin with one.
    var path: [Substring] {
        guard target.hasPrefix("/") else { return [] }
        return target.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst().map { $0 }
    }

    /// The query's numbers by their names.
    ///
    /// - Parameter names: the names that it may hold.
    /// - Returns: the numbers; nil if it holds another name, one twice, or what is no number from 0 on.
    func numbers(_ names: Set<String>) -> [String: Int64]? {
        guard let mark = target.firstIndex(of: "?") else { return [:] }
        let query = target[target.index(after: mark)...]
        var numbers: [String: Int64] = [:]
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard parts.count == 2, names.contains(name), numbers[name] == nil,
                parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int64(parts[1])
            else { return nil }
            numbers[name] = number
        }
        return numbers
    }
}
