import HoldfastCrypto
import HoldfastWire

/// An account whose every key the test holds, with its log as a client sees it.
struct TestAccount {
    var log: DeviceLog
    private(set) var entries: [SignedLogEntry]
    /// What the entries say of the time.
    var time: Int64 = 1_800_000_000

    init(_ device: TestDevice, recovery: P256PrivateKey? = nil) throws {
        let entry = LogEntry(
            genesis: device.record, recovery: recovery?.publicKey, created: 1_800_000_000)
        let signed = SignedLogEntry(
            entry, signature: try device.signing.sign(entry, .logEntry))
        entries = [signed]
        log = try DeviceLog(genesis: signed)
    }

    /// The next entry, signed by those who should.
    func entry(
        _ action: LogAction, by author: TestDevice, newcomer: TestDevice? = nil,
        presence: Bool = true, recovery: P256PrivateKey? = nil
    ) throws -> SignedLogEntry {
        let entry = LogEntry(
            after: log.head, of: log.account, created: time, author: author.author, action: action)
        var witnesses: [SignedLogEntry.Witness: P256Signature] = [:]
        witnesses[.newcomer] = try newcomer?.signing.sign(entry, .logConsent)
        if presence { witnesses[.presence] = try author.presence?.sign(entry, .logApproval) }
        witnesses[.recovery] = try recovery?.sign(entry, .logRecovery)
        return SignedLogEntry(
            entry, signature: try author.signing.sign(entry, .logEntry), witnesses: witnesses)
    }

    /// The next entry, signed by the recovery key alone (and a newcomer).
    func entry(
        _ action: LogAction, by recovery: P256PrivateKey, newcomer: TestDevice? = nil
    ) throws -> SignedLogEntry {
        let entry = LogEntry(
            after: log.head, of: log.account, created: time, author: .recovery, action: action)
        var witnesses: [SignedLogEntry.Witness: P256Signature] = [:]
        witnesses[.newcomer] = try newcomer?.signing.sign(entry, .logConsent)
        return SignedLogEntry(
            entry, signature: try recovery.sign(entry, .logEntry), witnesses: witnesses)
    }

    /// Takes an entry in.
    mutating func append(
        _ signed: SignedLogEntry, age: (PendingChange) -> UInt64? = { _ in nil }
    ) throws(LogError) {
        try log.append(signed, age: age)
        entries.append(signed)
    }

    /// Takes a device in, signed by another one.
    mutating func add(_ device: TestDevice, by author: TestDevice) throws {
        try append(entry(.add(device.record), by: author, newcomer: device))
    }
}

/// The reason for which an action was refused; `nil` if it was not.
func reason(_ body: () throws -> Void) -> LogError.Reason? {
    do {
        try body()
        return nil
    } catch let error as LogError {
        return error.reason
    } catch {
        return .libraryFailure
    }
}
