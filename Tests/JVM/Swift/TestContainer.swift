import HoldfastCore
import HoldfastCrypto

/// A folder in memory, for a run without a disk.
final class TestContainer: AppContainer {
    private let files = Locked<[String: [UInt8]]>([:])
    private let exclusion = Locked(Turn())

    func readFile(_ name: String) throws(KeychainError) -> [UInt8]? {
        files.withLock { $0[name] }
    }

    func replaceFile(_ name: String, with bytes: [UInt8]) throws(KeychainError) {
        files.withLock { $0[name] = bytes }
    }

    func removeFile(_ name: String) throws(KeychainError) {
        files.withLock { $0[name] = nil }
    }

    func withLock<Answer: Sendable>(
        _ body: () throws(KeychainError) -> Answer
    ) throws(KeychainError) -> Answer {
        try exclusion.withLock { (_: inout sending Turn) throws(KeychainError) in try body() }
    }
}
