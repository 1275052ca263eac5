/// Files that tests were made from carry their hash, so that none is edited to make a test pass.
///
/// `Vectors/README.md` has one table; its first cell names the file in backticks, its last cell is
/// the SHA-256 in backticks, in hexadecimal.
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
            let spans = line.codeSpans
            guard let name = spans.first, let hash = spans.last, hash.utf8.count == 64 else {
                continue
            }
            hashes[name] = hash.lowercased()
        }
        return hashes
    }
}
