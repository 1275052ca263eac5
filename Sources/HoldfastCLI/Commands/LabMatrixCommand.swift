import HoldfastCore
import HoldfastLab

/// `holdfast lab matrix`: what a phone's store answers, when.
enum LabMatrixCommand: Command {
    static let declaration = CommandDeclaration(
        "lab matrix", "show what a phone's store answers in each state of the device",
        discussion: [
            "A row for each class of item and each state that the device can be in when it is used;"
                + " a column for each operation. Every answer is tried on a simulated phone. It is"
                + " value, done, there or none (the store is sure), or an error's code."
        ],
        options: [.platform],
        examples: [.init("holdfast lab matrix --platform android", "on an Android phone")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let asked: PhoneSystem? = try arguments.choice(of: .platform)
        let system = asked ?? .iOS
        let matrix = try await session.attempt("cannot try the phone's store") {
            () async throws(KeychainError) in
            try await AccessMatrix(system.profile)
        }
        if session.isJSON {
            try session.output.write(json(matrix, system))
        } else {
            try session.output.write(text(matrix))
        }
        return 0
    }

    private static func text(_ matrix: AccessMatrix) -> String {
        let operations = AccessMatrix.Operation.allCases
        var table = [["class", "state"] + operations.map(\.rawValue)]
        for row in matrix.rows {
            table.append(
                [row.accessibility.rawValue, row.state.rawValue]
                    + operations.map { row.answers[$0] ?? "" })
        }
        let widths = table[0].indices.map { column in
            table.map { $0[column].count }.max() ?? 0
        }
        return table.map { cells in
            let padded = zip(cells, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return trimmed(padded.joined(separator: "  ")) + "\n"
        }.joined()
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }

    private static func json(_ matrix: AccessMatrix, _ system: PhoneSystem) -> JSONWriter {
        var json = JSONWriter()
        json.array { json in
            for row in matrix.rows {
                json.object { json in
                    json.member("platform", system.rawValue)
                    json.member("accessible", row.accessibility.rawValue)
                    json.member("state", row.state.rawValue)
                    for operation in AccessMatrix.Operation.allCases {
                        json.member(operation.rawValue, row.answers[operation])
                    }
                }
            }
        }
        return json
    }
}
