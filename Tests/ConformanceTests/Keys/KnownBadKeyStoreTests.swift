import HoldfastLab
import Testing

/// A suite that cannot fail is a defect: each planted fault must fail the cases named with it.
@Suite struct KnownBadKeyStoreTests {
    @Test("the key suite finds what is broken and nothing else", arguments: PlantedKeyFault.all)
    func finds(_ fault: PlantedKeyFault) async throws {
        var broken: Set<String> = []
        for promise in KeyStoreConformance.cases {
            do {
                _ = try await promise.check(fault.subject())
            } catch let failure as ConformanceFailure {
                broken.insert(promise.name)
                #expect(!failure.description.contains("conformance"), "P10: it names a key")
            }
        }
        #expect(!fault.breaks.isEmpty)
        #expect(broken.subtracting(fault.mayBreak).sorted() == fault.breaks.sorted())
    }

    @Test("every case of the key suite is failed by some planted fault")
    func coverage() {
        let found = PlantedKeyFault.all.reduce(into: Set<String>()) { $0.formUnion($1.breaks) }
        let unfailed = KeyStoreConformance.cases.map(\.name).filter { !found.contains($0) }
        #expect(unfailed == [])
    }
}
