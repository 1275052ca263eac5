/// Rows of one subject, which the page shows together: a table, and a plot beside it.
struct Area: Sendable {
    /// The heading.
    let title: String
    /// The plot's file without its folder and ending.
    let name: String
    let benchmarks: [Benchmark]

    /// All of them, in the order of the page.
    static let all = [
        Area(
            title: "The vault", name: "vault",
            benchmarks: WriteBenchmark.all + KeyringBenchmark.all + ScaleBenchmark.all
                + ProcessBenchmark.all + OpenBenchmark.all + LargeValueBenchmark.all),
        Area(
            title: "State and faults", name: "state",
            benchmarks: ExplorerBenchmark.all + PersistBenchmark.all),
        Area(
            title: "Keys and hardware", name: "keys",
            benchmarks: HPKEBenchmark.all + TPMBenchmark.all + SealedBenchmark.all),
        Area(
            title: "Devices and messages", name: "messages",
            benchmarks: DeviceLogBenchmark.all + MessageBenchmark.all + HistoryBenchmark.all),
        Area(title: "The relay", name: "relay", benchmarks: RelayBenchmark.all),
        Area(title: "Backup and restore", name: "backup", benchmarks: BackupBenchmark.all),
    ]

    /// The area's rows among some results, in its own order.
    func rows(of results: [Row]) -> [Row] {
        benchmarks.compactMap { benchmark in results.first { $0.id == benchmark.id } }
    }
}
