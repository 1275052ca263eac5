#if os(Linux) && SecretService
import HoldfastCore

/// The attributes of an item of a keyring: texts by names, told apart by their bytes.
///
/// Swift's own comparison of strings would take both normal forms of a letter for one.
package struct KeyringAttributes: Sendable, Equatable {
    private var values: [[UInt8]: [UInt8]] = [:]

    /// Makes an empty set.
    package init() {}

    /// Takes texts.
    ///
    /// - Parameter texts: names and values.
    package init(_ texts: [(name: String, value: String)]) {
        for (name, value) in texts { self[name] = value }
    }

    /// The value of an attribute as text.
    ///
    /// - Parameter name: the attribute's name.
    package subscript(name: String) -> String? {
        get { values[Array(name.utf8)].map { String(decoding: $0, as: UTF8.self) } }
        set { values[Array(name.utf8)] = newValue.map { Array($0.utf8) } }
    }

    /// Sets an attribute by bytes as they came.
    mutating func set(_ name: [UInt8], to value: [UInt8]) {
        values[name] = value
    }

    /// All of them, ordered by name.
    var pairs: [(name: [UInt8], value: [UInt8])] {
        values.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { (name: $0.key, value: $0.value) }
    }

    /// The names, ordered.
    var names: [[UInt8]] { pairs.map(\.name) }

    /// Whether each of these is among the attributes.
    ///
    /// - Parameter others: what is looked for.
    /// - Returns: whether all are there with the same bytes.
    package func contains(_ others: KeyringAttributes) -> Bool {
        others.values.allSatisfy { values[$0.key] == $0.value }
    }
}
#endif
