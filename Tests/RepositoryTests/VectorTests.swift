import HoldfastCrypto
import Testing

/// A file that a test was made from cannot be edited to please it.
@Suite("Vectors")
struct VectorTests {
    private static let hexadecimal = Array("0123456789abcdef")

    private static func digest(_ bytes: [UInt8]) -> String {
        String(
            SHA256.hash(bytes).flatMap { [hexadecimal[Int($0 >> 4)], hexadecimal[Int($0 & 15)]] })
    }

    /// Folders called Vectors or Fixtures that hold anything; both kinds must never change.
    private static func folders() throws -> Set<String> {
        let parts = try Repository.files(under: "Tests").map { $0.split(separator: "/") }
        return Set(
            parts.filter { $0.last?.hasPrefix(".") == false }.compactMap { parts in
                guard let end = parts.firstIndex(where: { $0 == "Vectors" || $0 == "Fixtures" })
                else { return nil }
                return parts[...end].joined(separator: "/")
            })
    }

    @Test("Every vector and fixture is the file whose SHA-256 its README names")
    func hashes() throws {
        let folders = try Self.folders()
        #expect(!folders.isEmpty)
        for folder in folders {
            let findings = try Self.findings(folder)
            #expect(findings.isEmpty, "\(listing(findings))")
        }
    }

    private static func findings(_ folder: String) throws -> [Finding] {
        let readme = folder + "/README.md"
        guard Repository.exists(readme) else {
            return [Finding(path: readme, line: 0, what: "is missing")]
        }
        var files: [String: [UInt8]] = [:]
        for path in try Repository.files(under: folder) where !path.hasSuffix("README.md") {
            guard path.split(separator: "/").last?.hasPrefix(".") == false else { continue }
            files[String(path.dropFirst(folder.count + 1))] = try Repository.bytes(path)
        }
        let page = Markdown(path: readme, text: try Repository.text(readme))
        return VectorRule.findings(folder: folder, readme: page, files: files, digest: digest)
    }

    @Test("An edited, an unlisted and a missing vector are found")
    func planted() {
        let hash = Self.digest(Array("abc".utf8))
        let table = "| a.json | x | \(hash) |\n| `b.json` | x | `\(hash)` |\n"
        let page = Markdown(path: "V/README.md", text: table)
        let good = ["a.json": Array("abc".utf8), "b.json": Array("abc".utf8)]
        let bad = ["a.json": Array("abd".utf8), "c.json": Array("abc".utf8)]
        let find = {
            VectorRule.findings(folder: "V", readme: page, files: $0, digest: Self.digest)
        }
        #expect(find(good).isEmpty)
        #expect(find(bad).map(\.path) == ["V/a.json", "V/b.json", "V/c.json"])
    }

    @Test("The digest is SHA-256: FIPS 180-4's example")
    func digest() {
        #expect(
            Self.digest(Array("abc".utf8))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
