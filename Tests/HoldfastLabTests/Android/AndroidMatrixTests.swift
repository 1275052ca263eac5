import HoldfastLab
import Testing

@Suite("An Android phone behaves as the matrix says")
struct AndroidMatrixTests {
    @Test("a case holds at each of its API levels", arguments: AndroidMatrix.cases.map(\.id))
    func holds(id: String) throws {
        let matrixCase = try #require(AndroidMatrix.cases.first { $0.id == id })
        for level in matrixCase.apiLevels {
            let result = matrixCase.run(apiLevel: level)
            #expect(result.broken.isEmpty, "API \(level): what is given does not work")
            #expect(result.answers == matrixCase.then, "API \(level)")
        }
    }

    @Test("cases have names of their own, answers for every step, and a source")
    func wellFormed() {
        let cases = AndroidMatrix.cases
        #expect(Set(cases.map(\.id)).count == cases.count)
        for matrixCase in cases {
            #expect(matrixCase.when.count == matrixCase.then.count, "\(matrixCase.id)")
            #expect(!matrixCase.source.isEmpty, "\(matrixCase.id)")
            #expect(!matrixCase.then.contains(.wrongValue), "\(matrixCase.id)")
        }
        for mark in AndroidCase.Mark.allCases {
            #expect(cases.contains { $0.mark == mark }, "\(mark)")
        }
    }

    @Test("every kind of key has a line in the grid for every situation, and an answer a level")
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
