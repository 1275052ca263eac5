import HoldfastLab
import Testing

/// A suite that cannot fail is a defect: each planted fault must fail the cases named with it.
@Suite struct KnownBadStoreTests {
    @Test("the suite finds what is broken and nothing else", arguments: PlantedFault.all)
    func finds(_ fault: PlantedFault) async throws {
        var broken: Set<String> = []
        for promise in ItemStoreConformance.cases {
            do {
                _ = try await promise.check(fault.subject())
            } catch let failure as ConformanceFailure {
                broken.insert(promise.name)
                #expect(!failure.description.contains("conformance"), "P10: it names an item")
            }
        }
        #expect(!fault.breaks.isEmpty)
        #expect(broken.subtracting(fault.mayBreak).sorted() == fault.breaks.sorted())
    }

    @Test("every case of the suite is failed by some planted fault")
    func coverage() {
        let found = PlantedFault.all.reduce(into: Set<String>()) { $0.formUnion($1.breaks) }
        let unfailed = ItemStoreConformance.cases.map(\.name).filter { !found.contains($0) }
        // `update` is built on reads and writes alone, so a store cannot break it by itself.
        #expect(unfailed == ["P2: a change that fails leaves the old value"])
    }
}
