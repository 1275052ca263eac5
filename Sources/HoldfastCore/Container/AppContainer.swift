/// A folder of the app, outside the secure store, for the little that must outlive a process.
///
/// A backend keeps its ledger here, and on Android the sealed records. What is in it is lost when
/// the app is uninstalled, which is how a new installation is told from an old one. Names are plain
/// file names of the package's own making.
public protocol AppContainer: Sendable {
    /// Reads a whole file.
    ///
    /// - Parameter name: 1 to 64 letters, digits, dots, dashes and low lines.
    /// - Returns: its bytes, or `nil` if the folder answered that there is no such file (P1).
    /// - Throws: `INTERACTION_NOT_ALLOWED` if the folder is not readable before the first unlock,
    ///   `UNKNOWN` with an `errno` for anything else.
    func readFile(_ name: String) throws(KeychainError) -> [UInt8]?

    /// Replaces a whole file, or makes it, in one step that either happened or did not (P2).
    ///
    /// The bytes and the name are durable when the call returns (P5).
    ///
    /// - Parameters:
    ///   - name: as for ``readFile(_:)``.
    ///   - bytes: 0 or more bytes.
    /// - Throws: `INTERACTION_NOT_ALLOWED` or `UNKNOWN` with an `errno`; the old file is still there,
    ///   or, if only the last sync failed, the new one.
    func replaceFile(_ name: String, with bytes: [UInt8]) throws(KeychainError)

    /// Removes a file, which may be missing.
    ///
    /// - Parameter name: as for ``readFile(_:)``.
    /// - Throws: as ``replaceFile(_:with:)``.
    func removeFile(_ name: String) throws(KeychainError)

    /// Runs a body while no other process of the app holds the same lock.
    ///
    /// Not recursive. The system drops the lock of a process that dies.
    ///
    /// - Parameter body: reads and replaces files, and calls the secure store between them.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `UNKNOWN` with an `errno` if the lock cannot be had.
    func withLock<Answer: Sendable>(
        _ body: () throws(KeychainError) -> Answer
    ) throws(KeychainError) -> Answer
}
