import FoundationEssentials
import HoldfastCore
import Testing

/// Pages that are made from the code are what the code would make now.
///
/// `make docs` renews them: it runs this suite with `HOLDFAST_RECORD=1`.
@Suite("Generated pages")
struct GeneratedPagesTests {
    private static let isRecording =
        ProcessInfo.processInfo.environment["HOLDFAST_RECORD"] == "1"

    @Test("docs/errors.md is the error catalogue")
    func errors() throws {
        try Self.check("docs/errors.md", is: ErrorCatalogue.page)
    }

    private static func check(_ path: String, is text: String) throws {
        if isRecording { try Repository.write(text, to: path) }
        let isCurrent = Repository.exists(path) ? try Repository.text(path) == text : false
        #expect(isCurrent, "\(path) is stale; run 'make docs'")
    }
}
