public import HoldfastCore
import HoldfastCrypto

/// A folder in memory that keeps every rule of a real one, for tests.
public final class MemoryContainer: AppContainer {
    private let files = Locked<[String: [UInt8]]>([:])
    private let exclusion = Locked(Turn())

    /// Makes an empty folder.
    public init() {}

    /// Reads a whole file.
    ///
    /// - Parameter name: the file's name.
    /// - Returns: its bytes, or `nil` if there is none.
    /// - Throws: Nothing; a real folder can.
    public func readFile(_ name: String) throws(KeychainError) -> [UInt8]? {
        files.withLock { $0[name] }
    }

    /// Replaces a whole file.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - bytes: its new content.
    /// - Throws: Nothing; a real folder can.
    public func replaceFile(_ name: String, with bytes: [UInt8]) throws(KeychainError) {
        files.withLock { $0[name] = bytes }
    }

    /// Removes a file.
    ///
    /// - Parameter name: the file's name.
    /// - Throws: Nothing; a real folder can.
    public func removeFile(_ name: String) throws(KeychainError) {
        files.withLock { $0[name] = nil }
    }

    /// Runs a body alone.
    ///
    /// - Parameter body: what to run.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    public func withLock<Answer: Sendable>(
        _ body: () throws(KeychainError) -> Answer
    ) throws(KeychainError) -> Answer {
        try exclusion.withLock { (_: inout sending Turn) throws(KeychainError) in try body() }
    }
}
