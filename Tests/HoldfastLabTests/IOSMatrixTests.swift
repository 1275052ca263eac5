import HoldfastApple
import HoldfastLab
import Testing

/// The simulated iPhone does what its table says; the test reads like the table.
@Suite("What an iPhone's keychain does")
struct IOSMatrixTests {
    @Test("Every case of the table holds", arguments: IOSMatrix.cases)
    func holds(_ row: IOSMatrixCase) async {
        let mismatch = await row.mismatch()
        #expect(mismatch == nil, "\(mismatch ?? "")")
    }

    @Test("A planted case that expects something else is found, at the step where it differs")
    func planted() async {
        let query: SecItemDictionary = ["class": .text("genp"), "acct": .text("a")]
        let wrong = IOSMatrixCase("planted", .assumed, "none", .find(query), .code(0))
        #expect(await wrong.mismatch() == "planted: code(-25300) instead of code(0)")
        let early = IOSMatrixCase(
            "planted", .assumed, "none", given: [.call(.add(query), .code(-50))], .find(query),
            .code(0))
        #expect(
            await early.mismatch()
                == "planted: step 1 of what is given: code(0) instead of code(-50)")
    }

    @Test("Every case has a name of its own, and a source")
    func names() {
        let cases = IOSMatrix.cases
        #expect(Set(cases.map(\.id)).count == cases.count)
        #expect(cases.allSatisfy { $0.id.hasPrefix("ios-") && !$0.source.isEmpty })
    }

    @Test("Every mark is used, so that no case claims more than is known")
    func marks() {
        let used = Set(IOSMatrix.cases.map(\.mark))
        #expect(used == Set(MatrixMark.allCases))
    }

    @Test("The grid that a simulation computes is the table of lock states")
    func grid() async {
        let cells = await IOSMatrix.grid()
        #expect(cells.count == 7 * 4 * 6)
        for cell in cells {
            let id =
                "ios-lock-\(cell.accessibility)-\(cell.state.rawValue)-\(cell.operation.rawValue)"
            let row = IOSMatrix.cases.first { $0.id == id }
            #expect(row?.then == .code(cell.status), "\(id)")
        }
    }
}
