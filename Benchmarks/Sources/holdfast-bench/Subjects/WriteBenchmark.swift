import Holdfast
import HoldfastCrypto

/// Durable single writes.
enum WriteBenchmark {
    static let all = [
        Benchmark(
            id: "write-vs-sqlite",
            what: "durable write of 100 bytes, 1,000 items ÷ raw SQLite WAL/FULL commit of one row",
            unit: .writesPerSecond, bar: 0.7
        ) { workshop in
            let vault = try workshop.vault(of: 1_000)
            let raw = try RawSQLite(
                path: workshop.path("raw.db"), count: 1_000,
                valueByteCount: FilledVault.valueByteCount)
            let value = FilledVault.value(of: 0)
            let bytes = value.copyBytes()
            return try .alternating(
                rounds: 60, operations: (100, 100), ours: { _ in try vault.writeAny(value) },
                peer: { _ in try raw.writeAny(bytes) })
        },
        Benchmark(
            id: "write-vs-fdatasync",
            what: "the same write ÷ overwriting one page of 4 KiB and fdatasync",
            unit: .writesPerSecond, bar: nil
        ) { workshop in
            let vault = try workshop.vault(of: 1_000)
            let file = try SyncedFile(path: workshop.path("synced"))
            let value = FilledVault.value(of: 0)
            return try .alternating(
                rounds: 40, operations: (100, 100), ours: { _ in try vault.writeAny(value) },
                peer: { _ in try file.writePage() })
        },
    ]
}
