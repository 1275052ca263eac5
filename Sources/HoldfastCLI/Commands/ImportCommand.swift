import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast import`: items from a file.
enum ImportCommand: Command {
    static let declaration = CommandDeclaration(
        "import", "store the items of an export, a JSON file or a .env file",
        discussion: [
            "The whole file is read and checked before the first item is stored. FILE is a path, or"
                + " - for standard input. The kind of file is told by its beginning unless --format"
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
        var existing: [TransferRecord] = []
    }

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let policy: ConflictPolicy = try arguments.choice(of: onConflict) ?? .fail
        let records = try ImportSource(session: session).records(
            path: arguments.words[0], format: try arguments.choice(of: format),
            service: arguments.value(of: .service),
            passphraseDescriptor: try arguments.number(of: .passphraseFD, in: 0...1_048_576))
        let plan = try await plan(for: records, in: session)
        if policy == .fail, let first = plan.existing.first {
            throw Failure(
                StoreConflict.alreadyExists.error,
                "cannot import \(Session.shown(first.key)); nothing was imported")
        }
        if !arguments.has(.dryRun) {
            let replaced = policy == .replace ? plan.existing : []
            try await store(plan.new, replaced, policy, in: session)
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
            if found == nil { plan.new.append(record) } else { plan.existing.append(record) }
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

    private static func store(
        _ new: [TransferRecord], _ replaced: [TransferRecord], _ policy: ConflictPolicy,
        in session: Session
    ) async throws(Failure) {
        var count = 0
        do {
            for record in new + replaced {
                // An item that came up since the look-up is treated as the policy says.
                let existing: Session.Existing = policy == .replace ? .replace : .fail
                do {
                    try await session.store(
                        record.value, for: record.key, protection: record.protection,
                        kind: record.kind, existing: existing)
                } catch  where policy == .skip && error.error == StoreConflict.alreadyExists.error {
                    continue
                }
                count += 1
            }
        } catch {
            if count > 0 { session.note("\(ItemCollection.items(count)) had been imported before") }
            throw error
        }
    }

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
        let start = isDryRun ? "would import" : "imported"
        session.note(
            "\(start) \(ItemCollection.items(plan.new.count)), replaced \(replaced), skipped"
                + " \(skipped)")
    }
}
