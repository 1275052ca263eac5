import CrashSupport
import Testing

/// The code that `docs/new-backend.md` shows is code that is compiled and run.
@Suite struct NewBackendPageTests {
    @Test("docs/new-backend.md shows the test file of the store in memory")
    func snippet() throws {
        let example = try PageExample(
            of: "docs/new-backend.md", region: "backend",
            in: "Tests/ConformanceTests/MemoryStoreConformanceTests.swift")
        #expect(example.shown == example.compiled)
    }
}
