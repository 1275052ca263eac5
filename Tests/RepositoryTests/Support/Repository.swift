import FoundationEssentials

/// The files of this repository, found from where this source file lies.
enum Repository {
    static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    /// Folders that hold what was built or what Git keeps, never what people write.
    private static func isOurs(_ folder: Substring) -> Bool {
        folder != ".git" && folder != ".swiftpm" && !folder.hasPrefix(".build")
            && folder != "__pycache__"
    }

    /// Paths relative to the root, sorted; links are not followed.
    static func files(under folder: String = "", suffix: String = "") throws -> [String] {
        var found: [String] = []
        var open = [folder]
        while let next = open.popLast() {
            let names = try FileManager.default.contentsOfDirectory(atPath: root + "/" + next)
            for name in names where isOurs(name[...]) {
                let path = next.isEmpty ? name : next + "/" + name
                if isFolder(path) { open.append(path) } else { found.append(path) }
            }
        }
        return found.filter { $0.hasSuffix(suffix) }.sorted()
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: root + "/" + path)))
    }

    static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: root + "/" + path), options: .atomic)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root + "/" + path)
    }

    /// Every Swift file under `folder`, split into code and comments.
    static func sources(under folder: String = "Sources") throws -> [SourceText] {
        try files(under: folder, suffix: ".swift").map { SourceText(path: $0, text: try text($0)) }
    }

    static func isFolder(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: root + "/" + path)
        return attributes?[.type] as? FileAttributeType == .typeDirectory
    }
}
