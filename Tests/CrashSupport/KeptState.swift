/// A state that an app keeps, whose every byte can be checked.
package struct KeptState: Codable, Hashable, Sendable {
    /// How often it was changed.
    package private(set) var count = 0
    /// What goes with that count: a part of its own where the state has two.
    package var page = Page(count: 0)

    /// The state of an app that was never started.
    package init() {}

    /// The number alone, as a part of the state.
    package var head: Int {
        get { count }
        set { count = newValue }
    }

    /// Changes all of it.
    package mutating func advance(to count: Int) {
        self.count = count
        page = Page(count: count)
    }

    /// Whether its parts belong together.
    package var isWhole: Bool { page == Page(count: count) }

    /// Bytes that depend on a count, of a size that goes up and down with it.
    package struct Page: Codable, Hashable, Sendable {
        private let text: String

        init(count: Int) {
            let byteCount = [40, 900, 9_000][count % 3]
            let bytes = CountedValue(writer: 0, count: count).bytes(count: byteCount)
            text = bytes.map { String($0, radix: 16) }.joined(separator: " ")
        }
    }
}
