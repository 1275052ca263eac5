import HoldfastCore

/// Which store a command works on, by `--backend` or `HOLDFAST_BACKEND`.
enum StoreChoice: String, CaseIterable {
    case vault
    /// Holdfast's own items in the desktop's keyring.
    case secretService = "secret-service"
    /// Items of Python's `keyring` there.
    case pythonKeyring = "python-keyring"
    /// Items of `secret-tool` there.
    case secretTool = "secret-tool"

    static let variable = "HOLDFAST_BACKEND"
    static let collectionVariable = "HOLDFAST_COLLECTION"
}

/// A keyring that a command opened.
struct OpenedKeyring {
    let store: any ItemStore
    /// What it could not do without failing, so far.
    let warnings: @Sendable () -> [String]
}
