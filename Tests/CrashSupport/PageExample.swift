import FoundationEssentials

/// The example of a page, and the code of a test file that is to be the same.
package struct PageExample {
    /// The first Swift block of the page.
    package let shown: String
    /// What stands between `// region: NAME` and `// endregion` in the source file.
    package let compiled: String

    /// Reads both.
    ///
    /// - Parameters:
    ///   - page: the page's path in the repository.
    ///   - region: the name of the region.
    ///   - source: the source file's path in the repository.
    /// - Throws: the error of a file that cannot be read, ``Missing`` if there is no example in it.
    package init(of page: String, region: String, in source: String) throws {
        shown = try Self.between("```swift\n", "```", in: page)
        compiled = try Self.between("// region: \(region)\n", "// endregion", in: source)
    }

    /// A file has no such part.
    package struct Missing: Error {
        /// Which file, and where the part would begin.
        package let place: String
    }

    private static func between(
        _ start: String, _ end: String, in path: String
    ) throws -> String {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let text = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
        guard let first = text.firstRange(of: start),
            let last = text[first.upperBound...].firstRange(of: end)
        else { throw Missing(place: path + ": " + start) }
        return String(text[first.upperBound..<last.lowerBound])
    }
}
