/// Files that tests were made from carry their hash, so that none is edited to make a test pass.
///
/// The folder's `README.md` has a table whose first cell is the file's path in the folder and whose
/// last is the SHA-256 in hexadecimal.
enum VectorRule {
    static func findings(
        folder: String, readme: Markdown, files: [String: [UInt8]],
        digest: ([UInt8]) -> String
    ) -> [Finding] {
        let promised = table(readme)
        let unlisted = files.keys.filter { promised[$0] == nil }.map { ($0, "is not in the table") }
        let wrong = promised.compactMap { name, hash -> (String, String)? in
            guard let bytes = files[name] else { return (name, "is in the table only") }
            return digest(bytes) == hash
                ? nil : (name, "is not the file whose hash is written down")
        }
        return (unlisted + wrong).sorted { $0.0 < $1.0 }
            .map { Finding(path: folder + "/" + $0.0, line: 0, what: $0.1) }
    }

    private static func table(_ readme: Markdown) -> [String: String] {
        var hashes: [String: String] = [:]
        for line in readme.prose where line.hasPrefix("|") {
            let cells = line.split(separator: "|").map { $0.filter { $0 != "`" }.trimmed }
            guard let name = cells.first, let hash = cells.last, hash.utf8.count == 64 else {
                continue
            }
            hashes[name] = hash.lowercased()
        }
        return hashes
    }
}
