import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import HoldfastSQLite

/// An app that keeps its state until it is killed: `L count` once it is loaded, `T count` before a
/// change, `A count` when the state with it is saved.
struct StateKeeper {
    private let persistor: StatePersistor<KeptState>

    /// Takes the state of a vault, in one item or in two.
    init(_ place: Place, partCount: Int) throws {
        let vault = place.open()
        let key = try ItemKey(service: "kept", account: "state")
        let marker = try FirstInstallMarker(
            in: DirectoryContainer(path: place.state + ".app"), named: "kept")
        if partCount == 1 {
            persistor = try StatePersistor(in: vault, under: key, marker: marker) { KeptState() }
        } else {
            let page = try ItemKey(service: "kept", account: "page")
            persistor = try StatePersistor(
                parts: [
                    StatePart(\.head, in: vault, under: key),
                    StatePart(\.page, in: vault, under: page),
                ], marker: marker
            ) { KeptState() }
        }
    }

    func run(seed: Int) async throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let loaded = try await persistor.load()
        guard loaded.isWhole else { throw Refusal("the parts do not belong together") }
        Report.line("L \(loaded.count)")
        var count = loaded.count
        while true {
            count += 1
            Report.line("T \(count)")
            try await persistor.change { [count] in $0.advance(to: count) }
            // Some changes are saved with the next one.
            if Int.random(in: 0..<4, using: &generator) == 0 { continue }
            try await persistor.flush()
            Report.line("A \(count)")
        }
    }
}
