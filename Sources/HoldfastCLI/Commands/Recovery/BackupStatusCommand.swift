import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import HoldfastRecovery
import HoldfastWire

/// `holdfast backup status`: how the backup has done; fails when the person should know.
enum BackupStatusCommand: Command {
    static let declaration = CommandDeclaration(
        "backup status", "tell whether the last good backup is young enough",
        discussion: [
            "Looks at what this device noted, and asks nobody. The exit status is 0 if the last good"
                + " backup is at most three days old, or the backup was switched on since; 9 if it is"
                + " older or none succeeds; 1 if no backup is switched on."
        ],
        options: [],
        examples: [.init("holdfast backup status || notify-send 'no backup'", "in a script")])

    private static let action = "cannot look at the backup"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try await session.vaultForItems()
        let place = try await session.attempt(action) { () async throws(KeychainError) in
            try await BackupPlace.remembered(in: vault)
        }
        // Neither of them is asked for anything: the notes are the vault's.
        let backup = DeviceBackup(
            DeviceBackup.Configuration(
                store: vault, target: MemoryBackupTarget(), signer: NoSigner(),
                clock: session.wallClock))
        let (health, known) = try await session.recovering(at: place, action) {
            () async throws(RecoveryError) in
            (try await backup.health(), try await backup.known())
        }
        guard let health else {
            try write(nil, nil, place, in: session)
            return 1
        }
        try write(health, known, place, in: session)
        return exitStatus(health.verdict(at: session.wallClock.now))
    }

    private static func exitStatus(_ verdict: BackupHealth.Verdict) -> Int32 {
        switch verdict {
        case .good, .new: 0
        case .tooOld, .failing: 9
        }
    }

    private static func write(
        _ health: BackupHealth?, _ known: KnownGeneration?, _ place: BackupPlace?,
        in session: Session
    ) throws(Failure) {
        let verdict = health?.verdict(at: session.wallClock.now)
        if session.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("state", verdict?.rawValue ?? "off")
                json.member("place", health == nil ? nil : place?.path)
                json.member("agreed", health?.agreed.description)
                json.member("lastSuccess", health?.lastSuccess?.description)
                json.member("lastVerified", health?.lastVerified?.description)
                json.member("failingSince", health?.failingSince?.description)
                json.member("lastFailure", health?.lastFailure)
                json.member("generation", known.map { Int(clamping: $0.generation) })
            }
            return try session.output.write(json)
        }
        guard let health, let verdict else {
            return try session.output.write("backup: off\n")
        }
        try session.output.write(lines(health, verdict, known, place, session.output.style))
    }

    private static func lines(
        _ health: BackupHealth, _ verdict: BackupHealth.Verdict, _ known: KnownGeneration?,
        _ place: BackupPlace?, _ style: Style
    ) -> String {
        let word =
            switch verdict {
            case .good: style.good("good")
            case .new: "on, and none made yet"
            case .tooOld: style.bad("too old")
            case .failing: style.bad("failing")
            }
        var rows = [("backup", word)]
        if let place { rows.append(("place", place.text)) }
        rows.append(("last good one", health.lastSuccess?.description ?? "never"))
        if let known { rows.append(("generation", String(known.generation))) }
        rows.append(("verified", health.lastVerified?.description ?? "never"))
        if let since = health.failingSince {
            let why = health.lastFailure.map { " (\($0))" } ?? ""
            rows.append(("failing since", style.warning(since.description + why)))
        }
        return DeviceReport.text(rows)
    }
}

/// Stands where nothing is signed.
private struct NoSigner: BackupSigner {
    var device: DeviceID {
        guard let id = DeviceID(EntryHash.none.bytes) else {
            preconditionFailure("both have 32 bytes")
        }
        return id
    }

    func signature(for message: [UInt8]) async throws(KeychainError) -> P256Signature {
        throw KeychainError(.unsupported, "nothing is signed here")
    }
}
