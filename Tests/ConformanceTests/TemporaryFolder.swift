import FoundationEssentials

/// A directory that is removed with its object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "holdfast-conformance-\(UUID().uuidString)")
        path = folder.path
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            // What is left in the system's temporary directory fails no promise.
        }
    }
}
