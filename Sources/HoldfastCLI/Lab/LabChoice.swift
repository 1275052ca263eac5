import HoldfastCore
import HoldfastLab

/// What `lab run` and `lab explore` are to play, as the command line names it.
struct LabChoice {
    let scenario: Scenario
    let store: LabStore
    let phoneSystem: PhoneSystem
    let seed: UInt64

    /// Finds what was named.
    ///
    /// - Parameter arguments: a scenario, and options for the rest.
    /// - Throws: a usage error for a name that there is not, or that this platform does not have.
    init(_ arguments: ParsedArguments) throws(Failure) {
        scenario = try Self.scenario(arguments)
        let asked: PhoneSystem? = try arguments.choice(of: .platform)
        let phoneSystem = asked ?? (scenario.systems.contains(.iOS) ? .iOS : .android)
        self.phoneSystem = phoneSystem
        let name = arguments.value(of: .labStore) ?? "good"
        guard let store = LabStore.ready(on: phoneSystem).first(where: { $0.name == name }) else {
            throw Failure.usage(
                "--store does not know \(Quoted.text(name)) on \(phoneSystem.rawValue); it takes one"
                    + " of "
                    + LabStore.ready(on: phoneSystem).map(\.name).joined(separator: ", "),
                of: arguments.command)
        }
        self.store = store
        guard scenario.systems.contains(phoneSystem) else {
            throw Failure.usage(
                "\(scenario) does not happen on \(phoneSystem.rawValue)", of: arguments.command)
        }
        seed = UInt64(try arguments.number(of: .seed, in: 0...Int.max) ?? 1)
    }

    private static func scenario(_ arguments: ParsedArguments) throws(Failure) -> Scenario {
        let name = arguments.words[0]
        if let scenario = Scenario.all.first(where: { $0.name == name }) { return scenario }
        let names = Scenario.all.map(\.name)
        let match = NearMatch.of(name, among: names).map { "; did you mean \($0)?" } ?? ""
        throw Failure.usage(
            "there is no scenario \(Quoted.text(name))\(match)", of: arguments.command)
    }
}

extension CommandDeclaration.Argument {
    static let scenario = Self(
        "SCENARIO", "a scenario, as 'holdfast lab list' names it",
        completion: .choices(Scenario.all.map(\.name)))
}

extension OptionDeclaration {
    static let platform = Self(
        "platform", value: "PLATFORM", "the phone's system",
        completion: .choices(PhoneSystem.allCases.map(\.rawValue)))
    static let labStore = Self(
        "store", value: "STORE", "the store that the app uses (default: good)",
        completion: .choices(LabStore.ready.map(\.name)))
    static let seed = Self(
        "seed", value: "N", "the number that every choice comes from (default: 1)")
}

extension Failure {
    /// A scenario could not be played.
    init(_ failure: ScenarioFailure) {
        self.init(
            KeychainError(
                .unsupported, failure.description, advice: "see 'holdfast lab list'"),
            "cannot play the scenario")
    }
}
