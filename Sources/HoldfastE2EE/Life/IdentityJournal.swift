public import HoldfastCore

/// What a device decided about its identity, and from what, so that a person can be told later.
///
/// A line each in a file of the app's folder; the last 100 are kept. It holds no key and no secret.
public struct IdentityJournal: Sendable {
    private static let fileName = "holdfast-identity-journal"
    private static let lineLimit = 100
    private let container: any AppContainer
    private let queue = BlockingQueue(label: "holdfast.identity.journal")

    /// Takes the app's folder.
    ///
    /// - Parameter container: where the file lies.
    public init(in container: any AppContainer) {
        self.container = container
    }

    /// The lines, oldest first.
    ///
    /// - Returns: one line a decision: time, findings, decision.
    /// - Throws: as ``AppContainer/readFile(_:)``.
    public func lines() async throws(KeychainError) -> [String] {
        let container = container
        let bytes = try await queue.run { () throws(KeychainError) in
            try container.readFile(Self.fileName)
        }
        return String(decoding: bytes ?? [], as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    /// Adds a line.
    func add(_ line: String, at time: UnixTime) async throws(KeychainError) {
        let kept = try await lines().suffix(Self.lineLimit - 1) + ["\(time) \(line)"]
        let bytes = Array((kept.joined(separator: "\n") + "\n").utf8)
        let container = container
        try await queue.run { () throws(KeychainError) in
            try container.replaceFile(Self.fileName, with: bytes)
        }
    }
}
