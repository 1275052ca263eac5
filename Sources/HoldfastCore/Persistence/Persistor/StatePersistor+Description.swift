extension StatePersistor: CustomStringConvertible, CustomReflectable {
    /// The status alone (P10).
    public nonisolated var description: String { "StatePersistor(\(status))" }

    /// Has no children, so that `dump` and debuggers do not show the state (P10).
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
