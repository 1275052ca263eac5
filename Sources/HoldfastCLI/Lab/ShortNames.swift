import HoldfastLab

/// Names of a store's own, which can be long, in a form that fits a line and tells them apart.
struct ShortNames {
    private static let maximumCount = 48
    private var names: [String: String] = [:]

    /// Takes the names of a play.
    ///
    /// - Parameter trace: all of its lines that are to be shown together.
    init(of trace: [TraceEntry]) {
        var users: [String: Set<String>] = [:]
        for entry in trace {
            guard case .call(let call, _, _) = entry.kind,
                call.subject.count > Self.maximumCount
            else { continue }
            let short = Self.shortened(call.subject)
            names[call.subject] = short
            users[short, default: []].insert(call.subject)
        }
        // A form that two names share would hide which of them is meant.
        names = names.filter { users[$0.value]?.count == 1 }
    }

    /// The short form, or the name itself where that is short or no form of it is its own.
    subscript(name: String) -> String { names[name] ?? name }

    /// Its beginning says what kind of name it is, its end which one.
    private static func shortened(_ name: String) -> String {
        "\(name.prefix(15))…\(name.suffix(maximumCount - 16))"
    }
}
