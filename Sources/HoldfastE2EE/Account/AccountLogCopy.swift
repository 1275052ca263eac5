import HoldfastCore
import HoldfastWire

/// This device's own copy of its account's log, for a server that has lost it.
///
/// A file of the app's folder. Nothing in it is secret and nothing in it is trusted: it is verified
/// whenever it is used.
struct AccountLogCopy: Sendable {
    private static let fileName = "holdfast-identity-log"
    private static let magic: [UInt8] = Array("HFLG".utf8)
    private static let version: UInt8 = 1
    private static let byteLimit = 1 << 29
    private let container: any AppContainer
    private let queue = BlockingQueue(label: "holdfast.identity.log")

    init(in container: any AppContainer) {
        self.container = container
    }

    /// Stores entries, unless they are stored.
    func keep(_ entries: [SignedLogEntry]) async throws(KeychainError) {
        let (container, bytes) = (container, Self.bytes(of: entries))
        try await queue.run { () throws(KeychainError) in
            guard try container.readFile(Self.fileName) != bytes else { return }
            try container.replaceFile(Self.fileName, with: bytes)
        }
    }

    /// The entries; empty if there is no copy.
    ///
    /// - Throws: `DATA_CORRUPTED` or `UNSUPPORTED` for a copy that cannot be read.
    func entries() async throws(KeychainError) -> [SignedLogEntry] {
        let container = container
        let bytes = try await queue.run { () throws(KeychainError) in
            try container.readFile(Self.fileName)
        }
        guard let bytes else { return [] }
        do throws(WireError) {
            return try Self.entries(bytes)
        } catch {
            throw KeychainError(identity: error)
        }
    }

    static func bytes(of entries: [SignedLogEntry]) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(magic)
            writer.put(version)
            writer.putVector(of: entries) { $0.putVector($1.bytes) }
        }
    }

    static func entries(_ bytes: [UInt8]) throws(WireError) -> [SignedLogEntry] {
        var reader = WireReader(bytes)
        guard try reader.raw(magic.count, "magic") == magic else {
            throw WireError(.invalidValue, in: "magic")
        }
        guard try reader.byte("version") == version else {
            throw WireError(.newerVersion, in: "version")
        }
        let entries = try reader.vector(atMost: byteLimit, "entries") {
            (reader) throws(WireError) in
            try SignedLogEntry(try reader.vector(atMost: byteLimit, "entry"))
        }
        try reader.expectEnd("log")
        return entries
    }
}
