import HoldfastCore
import HoldfastLab

/// `holdfast lab matrix`: what a phone's store answers, when.
enum LabMatrixCommand: Command {
    static let declaration = CommandDeclaration(
        "lab matrix", "show what a phone's store answers in each state",
        discussion: [
            "A row for each class of item and each state that the device can be in when it is used;"
                + " a column for each operation. Every answer is tried on a simulated phone. It is"
                + " value, done, there or none (the store is sure), or an error's code.",
            "With --native it is the platform that is asked and not a store: a keychain's OSStatus"
                + " for each class, state and operation, or what a key of the keystore answers in"
                + " each situation, by API level.",
        ],
        options: [.platform, native],
        examples: [.init("holdfast lab matrix --platform android", "on an Android phone")])

    private static let native = OptionDeclaration(
        "native", "show the platform's own answers, below any store")

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let asked: PhoneSystem? = try arguments.choice(of: .platform)
        let system = asked ?? .iOS
        if arguments.has(native) {
            let matrix = await NativeMatrix(system)
            if session.isJSON {
                try session.output.write(json(matrix, system))
            } else {
                try session.output.write(TextTable.text([matrix.header] + matrix.rows))
            }
            return 0
        }
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
        let rows = matrix.rows.map { row in
            [row.accessibility.rawValue, row.state.rawValue]
                + operations.map { row.answers[$0] ?? "" }
        }
        return TextTable.text([["class", "state"] + operations.map(\.rawValue)] + rows)
    }

    private static func json(_ matrix: NativeMatrix, _ system: PhoneSystem) -> JSONWriter {
        var json = JSONWriter()
        json.array { json in
            for row in matrix.rows {
                json.object { json in
                    json.member("platform", system.rawValue)
                    for (name, cell) in zip(matrix.header, row) { json.member(name, cell) }
                }
            }
        }
        return json
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
