import HoldfastCore
import HoldfastLab

/// What `lab run` and `lab explore` are to play, as the command line names it.
struct LabChoice {
    let scenario: Scenario
    let store: LabStore
    /// The phone it happens on.
    let profile: PhoneProfile
    let seed: UInt64

    var phoneSystem: PhoneSystem { profile.phoneSystem }

    /// Finds what was named.
    ///
    /// - Parameter arguments: a scenario, and options for the rest.
    /// - Throws: a usage error for a name that there is not, or that this platform does not have.
    init(_ arguments: ParsedArguments) throws(Failure) {
        scenario = try Self.scenario(arguments)
        let asked: PhoneSystem? = try arguments.choice(of: .platform)
        let phoneSystem = asked ?? (scenario.systems.contains(.iOS) ? .iOS : .android)
        profile = try Self.profile(phoneSystem, arguments)
        let name = arguments.value(of: .labStore) ?? "good"
        guard let store = LabStore.ready(on: phoneSystem).first(where: { $0.name == name }) else {
            try Self.requireAny(name, on: phoneSystem, arguments)
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
        seed = try arguments.number(of: .seed, in: 0...UInt64.max) ?? 1
    }

    private static func profile(
        _ system: PhoneSystem, _ arguments: ParsedArguments
    ) throws(Failure) -> PhoneProfile {
        guard arguments.has(.directBootAware) else { return system.profile }
        guard case .android(var android) = system.profile else {
            throw Failure.usage(
                "--direct-boot-aware is for android: an iPhone starts every app before the first"
                    + " unlock", of: arguments.command)
        }
        android.isDirectBootAware = true
        return .android(android)
    }

    /// Says which platform a store is for that is not for the one asked for.
    private static func requireAny(
        _ store: String, on phoneSystem: PhoneSystem, _ arguments: ParsedArguments
    ) throws(Failure) {
        guard let known = LabStore.ready.first(where: { $0.name == store }) else { return }
        let systems = PhoneSystem.allCases.filter(known.systems.contains).map(\.rawValue)
        throw Failure.usage(
            "the store \(known) is for \(systems.joined(separator: " and ")) and not for"
                + " \(phoneSystem.rawValue)",
            of: arguments.command)
    }

    private static func scenario(_ arguments: ParsedArguments) throws(Failure) -> Scenario {
        let name = arguments.words[0]
        if let scenario = Scenario.all.first(where: { $0.name == name }) { return scenario }
        let names = Scenario.all.map(\.name)
        let match = NearMatch.of(name, among: names).map { "; did you mean \($0)?" } ?? ""
        throw Failure.usage(
            "there is no scenario \(Quoted.text(name))\(match)", of: arguments.command,
            see: "holdfast lab list")
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
    static let directBootAware = Self(
        "direct-boot-aware", "an Android app that the system starts before the first unlock")
    static let labStore = Self(
        "store", value: "STORE",
        "the store that the app uses (default: good); " + storesOfOneSystem,
        completion: .choices(LabStore.ready.map(\.name)))
    static let seed = Self(
        "seed", value: "N",
        "the number that every choice comes from, 0 to 18446744073709551615 (default: 1)")

    /// Which stores are for one platform only.
    private static var storesOfOneSystem: String {
        LabStore.ready.filter { $0.systems.count == 1 }.map { store in
            let systems = PhoneSystem.allCases.filter(store.systems.contains).map(\.rawValue)
            return "\(store) is for \(systems.joined()) only"
        }.joined(separator: "; ")
    }
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
