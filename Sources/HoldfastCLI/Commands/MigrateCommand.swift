import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import HoldfastMigration

/// `holdfast migrate`: items of other programs.
enum MigrateCommand: Command {
    static let declaration = CommandDeclaration(
        "migrate", "move items in from pass, secret-tool or Python's keyring",
        discussion: [
            "Each item is copied and the copy read back; only then, and only with --remove-source,"
                + " is it removed from where it was. A run that was interrupted is finished by"
                + " another one: an item that is here already with the same value counts as moved."
                + " One that is here with another value is a conflict: it is reported and left"
                + " alone on both sides.",
            "pass: every entry, by its path, decrypted by gpg. secret-tool: items of the desktop's"
                + " keyring that bear no program's schema and are not Python's, with all the"
                + " attributes given; of another schema only if xdg:schema is among these."
                + " python-keyring: the items that Python's keyring keeps there. What is locked is"
                + " reported, unless --unlock has the keyring ask for its password.",
            "Moved items are protected as 'holdfast set' protects a new one (afterFirstUnlock), so"
                + " that exports hold them. Items keep their service, or get 'pass' or 'secret-tool' where they have none;"
                + " --service puts all of them under one. Each line of the result is an outcome, a"
                + " service and a name. The exit status is 0 if nothing is left to be done, else that"
                + " of the first item that could not be moved.",
        ],
        arguments: [
            .init(
                "SOURCE", "pass, secret-tool or python-keyring",
                completion: .choices(Source.allCases.map(\.rawValue)))
        ],
        options: [.dryRun, removeSource, attribute, unlock, .service],
        examples: [
            .init("holdfast migrate pass --dry-run", "see what would move, decrypting nothing"),
            .init(
                "holdfast migrate secret-tool --attribute service=backup --remove-source",
                "move some items of the desktop's keyring and remove them there"),
            .init(
                "holdfast migrate python-keyring --unlock",
                "move what Python's keyring has, after the keyring was unlocked"),
        ])

    private static let removeSource = OptionDeclaration(
        "remove-source", "remove each item from SOURCE after its copy was read back")
    private static let attribute = OptionDeclaration(
        "attribute", value: "KEY=VALUE", "only items of secret-tool that have this attribute",
        isRepeatable: true)

    private static let unlock = OptionDeclaration(
        "unlock", "have a locked keyring ask for its password, and wait for it up to 2 minutes")

    private enum Source: String, CaseIterable {
        case pass
        case secretTool = "secret-tool"
        case pythonKeyring = "python-keyring"
    }

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let source = try source(arguments, in: session)
        if arguments.has(unlock) { try await unlock(source, arguments, in: session) }
        let options = MigrationOptions(
            isDryRun: arguments.has(.dryRun), removesSource: arguments.has(removeSource),
            service: arguments.value(of: .service), protection: ItemProtectionOptions.standard)
        let vault = try await session.vaultForItems()
        let action = "cannot move items from \(arguments.words[0])"
        let report = try await session.attempt(action) { () async throws(KeychainError) in
            try await Migration(from: source, to: vault).run(options)
        }
        try MigrationOutput.write(report, in: session)
        return report.records.first { !$0.isSettled }.map(MigrationOutput.exitStatus) ?? 0
    }

    private static func source(
        _ arguments: ParsedArguments, in session: Session
    ) throws(Failure) -> any MigrationSource {
        guard let source = Source(rawValue: arguments.words[0]) else {
            let names = Source.allCases.map(\.rawValue)
            let match = NearMatch.of(arguments.words[0], among: names)
            let hint = match.map { "; did you mean '\($0)'?" } ?? ""
            throw Failure.usage(
                "there is no source \(Quoted.text(arguments.words[0])), only"
                    + " \(names.joined(separator: ", "))\(hint)",
                of: declaration)
        }
        let environment = session.environment.entries
        let attributes = try attributes(arguments)
        if source != .secretTool, !attributes.isEmpty {
            throw Failure.usage("--attribute is for secret-tool alone", of: declaration)
        }
        return switch source {
        case .pass: PasswordStoreSource(environment: environment)
        case .pythonKeyring: SecretServiceSource(.pythonKeyring, environment: environment)
        case .secretTool:
            SecretServiceSource(.secretTool(attributes: attributes), environment: environment)
        }
    }

    private static func unlock(
        _ source: any MigrationSource, _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) {
        guard let source = source as? SecretServiceSource else {
            throw Failure.usage("--unlock is for a keyring, not for pass", of: declaration)
        }
        try await session.attempt("cannot unlock the keyring") {
            () async throws(KeychainError) in try await source.unlock(within: .seconds(120))
        }
    }

    private static func attributes(
        _ arguments: ParsedArguments
    ) throws(Failure) -> [String: String] {
        var attributes: [String: String] = [:]
        for text in arguments.values(of: attribute) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw Failure.usage("--attribute takes KEY=VALUE", of: declaration)
            }
            guard attributes.updateValue(String(parts[1]), forKey: String(parts[0])) == nil else {
                throw Failure.usage(
                    "the attribute \(Quoted.text(String(parts[0]))) is given twice",
                    of: declaration)
            }
        }
        return attributes
    }
}
