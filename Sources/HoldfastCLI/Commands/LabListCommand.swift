import HoldfastLab

/// `holdfast lab list`: what there is to play.
enum LabListCommand: Command {
    static let declaration = CommandDeclaration(
        "lab list", "list the scenarios and the stores of the device lab",
        discussion: [
            "A scenario is a piece of an app's life on a simulated phone. A store is how that app"
                + " keeps its secrets: as this package does it, or in a way that is known to lose"
                + " them."
        ],
        examples: [.init("holdfast lab list", "what 'lab run' and 'lab explore' can play")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        if session.isJSON {
            try session.output.write(json())
        } else {
            try session.output.write(text(session.output.style))
        }
        return 0
    }

    private static func text(_ style: Style) -> String {
        let names = Scenario.all.map(\.name) + LabStore.ready.map(\.name)
        let width = names.map(\.count).max() ?? 0
        let scenarios = Scenario.all.map {
            line($0.name, to: width, $0.systems, $0.story, style)
        }
        let stores = LabStore.ready.map {
            line($0.name, to: width, $0.systems, $0.summary, style)
        }
        return (["scenarios"] + scenarios + ["", "stores"] + stores).joined(separator: "\n") + "\n"
    }

    private static func line(
        _ name: String, to width: Int, _ systems: Set<PhoneSystem>, _ summary: String,
        _ style: Style
    ) -> String {
        let padding = String(repeating: " ", count: width - name.count + 2)
        let platforms = words(systems).joined(separator: ", ")
        return "  " + style.strong(name) + padding + summary + " (" + platforms + ")"
    }

    private static func words(_ systems: Set<PhoneSystem>) -> [String] {
        PhoneSystem.allCases.filter(systems.contains).map(\.rawValue)
    }

    private static func json() -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.name("scenarios")
            json.array { json in
                for scenario in Scenario.all {
                    entry(scenario.name, scenario.systems, scenario.story, into: &json)
                }
            }
            json.name("stores")
            json.array { json in
                for store in LabStore.ready {
                    entry(store.name, store.systems, store.summary, into: &json)
                }
            }
        }
        return json
    }

    private static func entry(
        _ name: String, _ systems: Set<PhoneSystem>, _ summary: String, into json: inout JSONWriter
    ) {
        json.object { json in
            json.member("name", name)
            json.member("ios", systems.contains(.iOS))
            json.member("android", systems.contains(.android))
            json.member("summary", summary)
        }
    }
}
