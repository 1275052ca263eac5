#if os(Linux)
public import HoldfastCore
public import HoldfastCrypto

/// Where a history is and what it works with.
public struct HistoryConfiguration: Sendable {
    /// The folder that holds the history's files; made with mode 0700 if it is missing.
    public var folder: String
    /// Keeps the history's key and its place.
    public var store: any ItemStore
    /// Gives salts, names and, once, the key.
    public var random: any SecureRandom
    /// Dates what is received and removed.
    public var wallClock: any WallClock
    /// How long a call waits for another process, 0 to 24 days.
    public var busyTimeout: Duration
    /// The layer under SQLite, for fault tests; `nil` for the product's own.
    package var fileLayer: String?

    /// Names a history; nothing is opened.
    ///
    /// - Parameters:
    ///   - folder: an absolute path; a folder of the history alone.
    ///   - store: keeps the history's key, which stays on the device.
    ///   - random: gives salts, names and, once, the key.
    ///   - wallClock: dates what is received and removed.
    ///   - busyTimeout: how long a call waits for another process.
    public init(
        folder: String, store: any ItemStore, random: any SecureRandom = SystemRandom(),
        wallClock: any WallClock = SystemWallClock(), busyTimeout: Duration = .seconds(10)
    ) {
        self.folder = folder
        self.store = store
        self.random = random
        self.wallClock = wallClock
        self.busyTimeout = busyTimeout
    }
}
#endif
