/// Where in nested loops a check is, for the message when it fails.
struct Trail: CustomStringConvertible {
    private var steps: [String] = []

    var description: String { steps.joined(separator: ", ") }

    func adding(_ label: String, _ value: String) -> Trail {
        var longer = self
        longer.steps.append("\(label): \(value)")
        return longer
    }
}

/// Runs a body for every element, with the trail one step longer.
func withEvery<Element>(
    _ label: String, in elements: [Element], after trail: Trail = Trail(),
    _ body: (Element, Trail) throws -> Void
) rethrows {
    for (index, element) in elements.enumerated() {
        try body(element, trail.adding(label, "\(index) (\(element))"))
    }
}
