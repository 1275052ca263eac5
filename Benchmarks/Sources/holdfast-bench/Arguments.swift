import Glibc

/// What the command line asks for.
struct Arguments {
    /// The benchmarks to run, in the order of the table.
    let chosen: [Benchmark]
    /// Whether to write the page from the results that are there, and measure nothing.
    let onlyWritesPage: Bool
    /// Whether to measure what the load model needs, and write its page.
    let isLoadModel: Bool
    /// The repository: the working directory, or the one above it.
    let root: String

    var isComplete: Bool { chosen.count == Benchmark.all.count }

    init(_ arguments: some Collection<String>) throws {
        var words = Array(arguments)
        onlyWritesPage = words == ["--write-docs"]
        isLoadModel = words == ["--load-model"]
        if onlyWritesPage || isLoadModel { words = [] }
        let ids = words.flatMap { $0.split(separator: ",").map(String.init) }
        let known = Set(Benchmark.all.map(\.id))
        if let unknown = ids.first(where: { !known.contains($0) }) {
            throw BenchFailure(
                "no benchmark '\(unknown)'; there are --write-docs, --load-model and "
                    + Benchmark.all.map(\.id).joined(separator: ", "))
        }
        chosen = ids.isEmpty ? Benchmark.all : Benchmark.all.filter { ids.contains($0.id) }
        root = try Self.findRoot()
    }

    private static func findRoot() throws -> String {
        guard let current = getcwd(nil, 0) else {
            throw BenchFailure.system("the working directory", errno)
        }
        defer { free(current) }
        var path = String(cString: current)
        while access(path + "/Benchmarks/Package.swift", R_OK) != 0 {
            guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
                throw BenchFailure("run this inside the repository, as by `make bench`")
            }
            path = String(path[..<slash])
        }
        return path
    }
}
