/// What an app can show and act on.
public enum PersistorStatus: Sendable, Equatable {
    /// Not loaded yet, or being loaded.
    case loading
    /// Loaded: changes are saved.
    case ready
    /// Not loaded, and therefore not saved; ``StatePersistor/resume()`` tries again.
    case suspended(SuspensionReason)
    /// Wiped; ``StatePersistor/load()`` starts anew.
    case wiped
}
