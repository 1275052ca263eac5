/// The table of ARCHITECTURE.md under "Layers", top row first.
struct LayerTable {
    struct Row {
        let modules: [String]
        let ours: Set<String>
        let outside: Set<String>
    }

    let rows: [Row]

    init(_ page: Markdown) {
        rows = page.rows(under: "Layers").filter { $0.count == 5 }.map { cells in
            Row(
                modules: cells[1].codeSpans, ours: Set(cells[3].codeSpans),
                outside: Set(cells[4].codeSpans))
        }
    }

    var modules: Set<String> { Set(rows.flatMap(\.modules)) }

    func row(of module: String) -> Row? { rows.first { $0.modules.contains(module) } }

    /// A module may be allowed to import only what stands in a lower row.
    var upwardRows: [String] {
        rows.enumerated().flatMap { index, row in
            let lower = Set(rows[(index + 1)...].flatMap(\.modules))
            return row.ours.subtracting(lower).map { "\(row.modules) may not list \($0)" }
        }
    }
}

/// Imports: only what the table allows, C libraries only in files that bear their name.
enum LayerRule {
    static func findings(in source: SourceText, table: LayerTable) -> [Finding] {
        guard let module = source.module else { return [] }
        guard let row = table.row(of: module) else {
            return [source.finding(-1, "module \(module) has no row in ARCHITECTURE.md")]
        }
        return source.imports.compactMap { index, name in
            let isAllowed = row.ours.contains(name) || row.outside.contains(name)
            if !isAllowed {
                return source.finding(index, "\(module) may not import \(name) (ARCHITECTURE.md)")
            }
            guard needsFileName(name, in: module), !source.isNamed(after: name) else { return nil }
            return source.finding(index, "\(name) is imported only in files named after it")
        }
    }

    /// The system's own modules and the toolchain's are no libraries in this sense.
    private static let systems: Set = [
        "Glibc", "Darwin", "Android", "CLinux", "FoundationEssentials", "Synchronization",
    ]

    /// HoldfastSQLite is about nothing but SQLite, so there no file name needs to say so.
    private static func needsFileName(_ name: String, in module: String) -> Bool {
        if systems.contains(name) || name.hasPrefix("Holdfast") { return false }
        return !(name == "CSQLite" && module == "HoldfastSQLite")
    }
}

extension SourceText {
    /// Every import with the index of its line and the module's name.
    var imports: [(line: Int, name: String)] {
        let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        let access: Set = ["public", "package", "internal", "fileprivate", "private"]
        return code.enumerated().compactMap { index, line in
            let words = line.split(separator: " ").map(String.init)
                .drop { $0.hasPrefix("@") || access.contains($0) }
            guard words.first == "import" else { return nil }
            let name = words.dropFirst().first { !kinds.contains($0) } ?? ""
            let module = String(name.prefix { $0 != "." && $0 != ";" })
            return (index, standsInForEssentials(index, module) ? "FoundationEssentials" : module)
        }
    }

    /// Apple's systems have the essentials only in Foundation, so one form of import is both.
    private func standsInForEssentials(_ index: Int, _ module: String) -> Bool {
        module == "Foundation" && index > 1 && code[index - 1].trimmed == "#else"
            && code[index - 2].trimmed.hasSuffix("import FoundationEssentials")
    }

    /// `AEAD+OpenSSL.swift` is named after `COpenSSL`.
    fileprivate func isNamed(after library: String) -> Bool {
        var name = library
        if name.hasPrefix("C"), name.dropFirst().first?.isUppercase == true { name.removeFirst() }
        return fileName.hasSuffix(name + ".swift")
    }
}
