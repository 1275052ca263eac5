import HoldfastCore
import HoldfastLab

/// `holdfast lab errors`: what brings about each error code on a phone.
enum LabErrorsCommand: Command {
    static let declaration = CommandDeclaration(
        "lab errors", "show what brings about each error code on a phone",
        discussion: [
            "A row for each situation, in the order of the error catalogue. It is simulated if the"
                + " phone, its owner or the app bring it about, and injected if the platform is"
                + " made to give an answer that no simulated phone gives by itself. Where a platform"
                + " never has a code, the row says why.",
            "Without --platform both phones are shown.",
        ],
        options: [.platform],
        examples: [.init("holdfast lab errors --platform android", "on an Android phone")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let asked: PhoneSystem? = try arguments.choice(of: .platform)
        let rows = rows(on: asked.map { [$0] } ?? PhoneSystem.allCases)
        if session.isJSON {
            try session.output.write(json(rows))
        } else {
            let cells = rows.map { [$0.code, $0.system.rawValue, $0.origin, $0.words] }
            try session.output.write(
                TextTable.text([["code", "platform", "origin", "situation"]] + cells))
        }
        return 0
    }

    private struct Row {
        let code: String
        let system: PhoneSystem
        let origin: String
        let words: String
    }

    private static func rows(on systems: [PhoneSystem]) -> [Row] {
        ErrorCatalogue.entries.flatMap { entry in
            systems.flatMap { rows(entry.code, $0) }
        }
    }

    private static func rows(_ code: KeychainError.Code, _ system: PhoneSystem) -> [Row] {
        let situations = ErrorSituations.of(code, on: system).map { situation in
            Row(
                code: code.rawValue, system: system, origin: situation.origin.rawValue,
                words: situation.words)
        }
        let absences = ErrorSituations.absences.filter { $0.code == code && $0.platform == system }
        return situations
            + absences.map {
                Row(code: code.rawValue, system: system, origin: "never", words: $0.reason)
            }
    }

    private static func json(_ rows: [Row]) -> JSONWriter {
        var json = JSONWriter()
        json.array { json in
            for row in rows {
                json.object { json in
                    json.member("code", row.code)
                    json.member("platform", row.system.rawValue)
                    json.member("origin", row.origin)
                    json.member("situation", row.words)
                }
            }
        }
        return json
    }
}
