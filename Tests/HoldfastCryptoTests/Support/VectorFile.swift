import FoundationEssentials

/// A file beside the tests, read from where the source lies.
enum VectorFile {
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: folder.appending(path: "Vectors/\(name)")))
    }

    static func lines(_ name: String) throws -> [Substring] {
        String(decoding: try bytes(name), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    static func wycheproof<Group: Decodable>(
        _ name: String, of group: Group.Type
    ) throws -> WycheproofFile<Group> {
        try JSONDecoder().decode(
            WycheproofFile<Group>.self, from: Data(try bytes("wycheproof/\(name)")))
    }
}

/// The frame that all of Wycheproof's files share.
struct WycheproofFile<Group: Decodable>: Decodable {
    let numberOfTests: Int
    let testGroups: [Group]
}
