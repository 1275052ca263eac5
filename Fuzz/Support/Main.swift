/// What libFuzzer calls with each input: the target whose name this program was started under.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    FuzzTarget.chosen(start, count)
}

/// All targets: one program has them all, so that everything is linked once.
private enum FuzzTarget {
    typealias Run = @Sendable (UnsafeRawPointer?, Int) -> CInt

    static let chosen: Run = {
        let name = (CommandLine.arguments.first ?? "").split(separator: "/").last ?? ""
        guard let run = all[String(name)] else {
            fatalError("there is no target of this name; start it by the link that has one")
        }
        return run
    }()

    /// By the names of their files.
    private static let all: [String: Run] = [
        "AccountLog": fuzzAccountLog,
        "AndroidStore": fuzzAndroidStore,
        "BackupParts": fuzzBackupParts,
        "Bucket": fuzzBucket,
        "BusMessage": fuzzBusMessage,
        "Chunks": fuzzChunks,
        "ContactPin": fuzzContactPin,
        "ContactScan": fuzzContactScan,
        "Database": fuzzDatabase,
        "DeviceSecret": fuzzDeviceSecret,
        "Envelope": fuzzEnvelope,
        "ExportHeader": fuzzExportHeader,
        "HPKEMessage": fuzzHPKEMessage,
        "IdentityRecord": fuzzIdentityRecord,
        "ImportFile": fuzzImportFile,
        "ItemKey": fuzzItemKey,
        "ItemMetadata": fuzzItemMetadata,
        "JoinRequest": fuzzJoinRequest,
        "Ledger": fuzzLedger,
        "LogEntry": fuzzLogEntry,
        "MessageRows": fuzzMessageRows,
        "P256Point": fuzzP256Point,
        "Phrase": fuzzPhrase,
        "PreferenceFiles": fuzzPreferenceFiles,
        "Prekeys": fuzzPrekeys,
        "RelayAddresses": fuzzRelayAddresses,
        "RelayAnswers": fuzzRelayAnswers,
        "RelayBodies": fuzzRelayBodies,
        "RelayRequests": fuzzRelayRequests,
        "RelaySessions": fuzzRelaySessions,
        "TransferTickets": fuzzTransferTickets,
        "Vault": fuzzVault,
    ]
}
