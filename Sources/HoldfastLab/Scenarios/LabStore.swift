public import HoldfastCore

/// A kind of store that scenarios are played with: how an app's process opens it on a phone.
public struct LabStore: Sendable, CustomStringConvertible {
    /// Its name, one word for a command line.
    public let name: String
    /// What it is, in one line.
    public let summary: String
    /// The systems whose calls it makes.
    public let systems: Set<PhoneSystem>

    private let open: @Sendable (AppProcess) -> any ItemStore

    /// Takes a store.
    ///
    /// - Parameters:
    ///   - name: one word.
    ///   - summary: one line.
    ///   - systems: where it can be opened.
    ///   - open: opens it in a process; called once for each process of the app.
    public init(
        _ name: String, summary: String, on systems: Set<PhoneSystem> = Set(PhoneSystem.allCases),
        open: @escaping @Sendable (AppProcess) -> any ItemStore
    ) {
        self.name = name
        self.summary = summary
        self.systems = systems
        self.open = open
    }

    /// The store's name.
    public var description: String { name }

    /// Opens it.
    ///
    /// - Parameter process: a process of the app.
    /// - Returns: the store as that process sees it.
    public func open(in process: AppProcess) -> any ItemStore {
        open(process)
    }
}
