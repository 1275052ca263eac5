public import HoldfastCore
public import HoldfastWire

/// Verifies the prekeys that a server hands out, before anything is wrapped to them.
///
/// A statement that was verified once is remembered, so that a device's next prekey of the same
/// batch costs some hashes and no signature.
public struct PrekeyVerifier: Sendable {
    /// How far two clocks may be apart: a day.
    public static let clockTolerance: Int64 = 86_400
    /// How many statements are remembered.
    private static let memory = 4096

    private var known: Set<SignedPrekeyBatch> = []

    /// Remembers nothing yet.
    public init() {}

    /// Verifies the answer to a claim.
    ///
    /// - Parameters:
    ///   - bundle: the answer.
    ///   - log: the account's log, verified.
    ///   - now: this device's clock.
    /// - Returns: the good prekeys, by device, and why the others are not. Devices that the account
    ///   has not are left out of both.
    public mutating func verify(
        _ bundle: PrekeyBundle, in log: DeviceLog, at now: UnixTime
    ) -> (prekeys: [DeviceID: VerifiedPrekey], refused: [DeviceID: PrekeyRefusal]) {
        var prekeys: [DeviceID: VerifiedPrekey] = [:]
        var refused: [DeviceID: PrekeyRefusal] = [:]
        guard bundle.account == log.account else { return ([:], [:]) }
        for line in bundle.lines {
            guard let prekey = line.prekey, let member = log.facts.members[line.device],
                member.isActive
            else { continue }
            do throws(PrekeyRefusal) {
                prekeys[line.device] = try verify(
                    prekey, of: member.record, in: log.account, at: now)
            } catch {
                refused[line.device] = error
            }
        }
        return (prekeys, refused)
    }

    /// Verifies one prekey.
    ///
    /// - Parameters:
    ///   - prekey: the prekey as it was handed out.
    ///   - record: what the account says of the device.
    ///   - account: the account.
    ///   - now: this device's clock.
    /// - Returns: the prekey.
    /// - Throws: ``PrekeyRefusal``.
    public mutating func verify(
        _ prekey: Prekey, of record: DeviceRecord, in account: AccountID, at now: UnixTime
    ) throws(PrekeyRefusal) -> VerifiedPrekey {
        let batch = prekey.statement.batch
        // Before the memory of statements, which are also remembered of other devices.
        guard batch.device == record.id, batch.account == account else {
            throw .fault(PrekeyFault(.otherDevice))
        }
        do throws(PrekeyFault) {
            if known.contains(prekey.statement) {
                try prekey.checkPlace()
            } else {
                try prekey.check(of: record, in: account)
                if known.count >= Self.memory { known.removeAll() }
                known.insert(prekey.statement)
            }
        } catch {
            throw .fault(error)
        }
        try Self.checkTime(batch, now)
        return VerifiedPrekey(prekey, id: prekey.id)
    }

    private static func checkTime(
        _ batch: PrekeyBatch, _ now: UnixTime
    ) throws(PrekeyRefusal) {
        let early = batch.notBefore.secondsSince(now.seconds)
        guard early <= clockTolerance else { throw .notYet(seconds: early) }
        let late = now.seconds.secondsSince(batch.notAfter)
        guard late <= clockTolerance else { throw .expired(seconds: late) }
    }
}

/// Why nothing is wrapped to a prekey.
public enum PrekeyRefusal: Error, Sendable, Hashable {
    /// Its time begins so many seconds from now: a clock is wrong, perhaps this device's.
    case notYet(seconds: Int64)
    /// Its time ended so many seconds ago: the device was away for long, or a clock is wrong.
    case expired(seconds: Int64)
    /// The device did not offer it.
    case fault(PrekeyFault)
}
