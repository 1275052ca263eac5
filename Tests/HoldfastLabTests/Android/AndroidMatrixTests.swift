import HoldfastLab
import Testing

/// The simulated Android phone does what its table says; the test reads like the table.
@Suite("What an Android phone does with keys")
struct AndroidMatrixTests {
    @Test("A case holds at each of its API levels", arguments: AndroidMatrix.cases)
    func holds(_ row: AndroidCase) {
        let mismatch = row.mismatch()
        #expect(mismatch == nil, "\(mismatch ?? "")")
    }

    @Test("A planted case that expects something else is found, at the step where it differs")
    func planted() {
        let wrong = AndroidCase(
            "planted", .assumed, "none", 36...36, given: [.makes(.plain), .seals],
            when: [.uses, .asksForKey], then: [.works, .no])
        #expect(wrong.mismatch() == "API 36: asksForKey: yes instead of no")
        let early = AndroidCase(
            "planted", .assumed, "none", 36...36, given: [.makes(.plain), .uses],
            when: [.asksForKey], then: [.yes])
        #expect(
            early.mismatch()
                == "API 36: step 2 of what is given: InvalidAlgorithmParameterException (-52)")
        let short = AndroidCase(
            "planted", .assumed, "none", 36...36, when: [.asksForKey], then: [])
        #expect(short.mismatch() != nil)
    }

    @Test("Cases have names of their own and a source, and no case expects a wrong value")
    func wellFormed() {
        let cases = AndroidMatrix.cases
        #expect(Set(cases.map(\.id)).count == cases.count)
        #expect(cases.allSatisfy { !$0.source.isEmpty && !$0.then.contains(.wrongValue) })
        #expect(cases.allSatisfy { !$0.when.isEmpty })
    }

    @Test("Every mark is used, so that no case claims more than is known")
    func marks() {
        #expect(Set(AndroidMatrix.cases.map(\.mark)) == Set(MatrixMark.allCases))
    }

    @Test("Every kind of key has a line in the grid for every situation, and an answer a level")
    func grid() throws {
        let grid = AndroidMatrix.grid()
        #expect(grid.count == AndroidKeyKind.allCases.count * AndroidSituation.allCases.count)
        for line in grid {
            #expect(line.answers.count == line.kind.apiLevels.count)
            #expect(!line.answers.values.contains(.wrongValue))
        }
        let line = try #require(
            grid.first { $0.kind == .unlockedDevice && $0.situation == .lockScreenRemoved })
        #expect(line.answers[30] == .works)
        #expect(line.answers[33]?.description == "KeyPermanentlyInvalidatedException")
        #expect(line.answers[35] == .works)
    }
}
