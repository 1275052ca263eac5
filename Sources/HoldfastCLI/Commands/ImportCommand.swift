import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast import`: items from a file.
enum ImportCommand: Command {
    static let declaration = CommandDeclaration(
        "import", "store the items of an export, a JSON file or a .env file",
        discussion: [
            "The whole file is read and checked before anything is stored, and all items are stored"
                + " together or none. FILE is a path, or - for standard input. The kind of file is told by its beginning unless --format"
                + " names it: an export of holdfast, JSON (an array of objects with name and value in"
                + " base64, or one object from names to texts), or lines of KEY=VALUE.",
            "New items are protected as the file says, else as by 'holdfast set'.",
        ],
        arguments: [.init("FILE", "the file to read, or -", completion: .file)],
        options: [format, .service, onConflict, .dryRun, .passphraseFD],
        examples: [
            .init("holdfast import backup.holdfast", "take a backup back"),
            .init("holdfast import .env --service my-app", "move a project's secrets in"),
        ])

    private static let format = OptionDeclaration(
        "format", value: "FORMAT", "the kind of file",
        completion: .choices(TransferFormat.allCases.map(\.rawValue)))
    private static let onConflict = OptionDeclaration(
        "on-conflict", value: "WHAT",
        "what to do about an item that is there already"
            + " (default: fail, before anything is stored)",
        completion: .choices(ConflictPolicy.allCases.map(\.rawValue)))

    private enum ConflictPolicy: String, CaseIterable {
        case skip, replace, fail
    }

    private struct Plan {
        var new: [TransferRecord] = []
        var existing: [(record: TransferRecord, attributes: ItemAttributes)] = []

        func writes(_ policy: ConflictPolicy) -> [ItemWrite] {
            let added = new.map { record in
                ItemWrite(
                    record.value, for: record.key,
                    options: WriteOptions(
                        protection: record.protection.protection(over: nil), condition: .ifAbsent,
                        kind: record.kind))
            }
            guard policy == .replace else { return added }
            return added
                + existing.map { record, attributes in
                    ItemWrite(
                        record.value, for: record.key,
                        options: WriteOptions(
                            protection: record.protection.protection(over: attributes.protection),
                            condition: .ifVersion(attributes.version), kind: record.kind))
                }
        }
    }

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let policy: ConflictPolicy = try arguments.choice(of: onConflict) ?? .fail
        let records = try ImportSource(session: session).records(
            path: arguments.words[0], format: try arguments.choice(of: format),
            service: arguments.value(of: .service),
            passphraseDescriptor: try arguments.number(of: .passphraseFD, in: 0...1_048_576))
        let plan: Plan
        if arguments.has(.dryRun) {
            plan = try await Self.plan(for: records, in: session)
            try refuseExisting(plan, policy, in: session)
        } else {
            plan = try await store(records, policy, in: session)
        }
        try report(plan, policy, isDryRun: arguments.has(.dryRun), in: session)
        return 0
    }

    private static func plan(
        for records: [TransferRecord], in session: Session
    ) async throws(Failure) -> Plan {
        let vault = try await session.vaultForItems()
        var plan = Plan()
        for record in records {
            let action = "cannot look up \(Session.shown(record.key))"
            let found = try await session.attempt(action) { () async throws(KeychainError) in
                try vault.attributesWithoutPrompt(of: record.key)
            }
            if let protection = record.protection.protection(over: found?.protection) {
                try await refuse(protection, of: record, vault, in: session)
            }
            if let found {
                plan.existing.append((record, found))
            } else {
                plan.new.append(record)
            }
        }
        return plan
    }

    /// Refuses, before anything is written, an item that the vault could not take as it is now.
    private static func refuse(
        _ protection: ItemProtection, of record: TransferRecord, _ vault: LinuxVault,
        in session: Session
    ) async throws(Failure) {
        let action = "cannot import \(Session.shown(record.key)); nothing was imported"
        try await session.attempt(action) { () async throws(KeychainError) in
            try protection.validate()
            // The class that needs a passcode is refused as an access control that needs one.
            let needsPasscode = protection.accessibility == .whenPasscodeSetThisDeviceOnly
            for accessControl in [
                protection.accessControl, needsPasscode ? .devicePasscode : .none,
            ] {
                if let refusal = try vault.canUse(accessControl).refusal { throw refusal }
            }
        }
    }

    /// Stores all of it in one transaction.
    ///
    /// The protections of items that are there were read before; each write is made on condition
    /// that it is still that item, or still none. Where another process was faster, nothing is
    /// stored, and all is looked up and tried again.
    private static func store(
        _ records: [TransferRecord], _ policy: ConflictPolicy, in session: Session
    ) async throws(Failure) -> Plan {
        let vault = try await session.vaultForItems()
        var attemptsLeft = maximumAttempts
        while true {
            let plan = try await plan(for: records, in: session)
            try refuseExisting(plan, policy, in: session)
            let writes = plan.writes(policy)
            do throws(Failure) {
                try await session.attempt("cannot import; nothing was imported") {
                    () async throws(KeychainError) in
                    try await vault.write(all: writes, prompt: Prompt(title: "Import items"))
                }
                return plan
            } catch {
                guard error.error.isLostRace, attemptsLeft > 0 else { throw error }
                attemptsLeft -= 1
            }
        }
    }

    private static func refuseExisting(
        _ plan: Plan, _ policy: ConflictPolicy, in session: Session
    ) throws(Failure) {
        guard policy == .fail, let first = plan.existing.first else { return }
        throw Failure(
            StoreConflict.alreadyExists.error,
            "cannot import \(Session.shown(first.record.key)); nothing was imported")
    }

    private static let maximumAttempts = 1000

    private static func report(
        _ plan: Plan, _ policy: ConflictPolicy, isDryRun: Bool, in session: Session
    ) throws(Failure) {
        let replaced = policy == .replace ? plan.existing.count : 0
        let skipped = policy == .skip ? plan.existing.count : 0
        if session.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("imported", plan.new.count)
                json.member("replaced", replaced)
                json.member("skipped", skipped)
                json.member("dryRun", isDryRun)
            }
            return try session.output.write(json)
        }
        let items = ItemCollection.items(plan.new.count)
        session.note(
            isDryRun
                ? "would import \(items), replace \(replaced), skip \(skipped)"
                : "imported \(items), replaced \(replaced), skipped \(skipped)")
    }
}
