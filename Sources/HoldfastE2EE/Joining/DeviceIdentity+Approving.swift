public import HoldfastCore
import HoldfastCrypto
public import HoldfastWire

extension DeviceIdentity {
    /// Lets another device into this device's account, as the person has decided.
    ///
    /// The person is asked where this device has a key for that. A new device is in at once; one
    /// in the place of another can be objected to for 72 hours.
    ///
    /// - Parameters:
    ///   - request: what the other device has shown; the person knows it for that one.
    ///   - prompt: says to the person what is confirmed.
    /// - Returns: the account's newest entry; the same if the device is in already.
    /// - Throws: ``IdentityError/joining(_:)`` for a request that cannot be approved here or now;
    ///   ``IdentityError/notPermitted(_:)`` unless the last opening has confirmed this device; a
    ///   code of the prompt; the directory's error, after which it can be said again.
    @discardableResult
    public func approve(
        _ request: JoinRequest, prompt: Prompt
    ) async throws(IdentityError) -> LogHead {
        let record = try confirmedRecord()
        guard request.account == record.account else { throw .joining(.otherAccount) }
        let log = try await accountLog()
        if log.facts.members[request.device.id]?.isActive == true { return log.head }
        guard request.head == log.head else { throw .joining(.outdated) }
        guard let consent = request.consents[record.device.id] else {
            throw .joining(.notAddressed)
        }
        let entry = request.entry(by: .device(record.device.id))
        try Self.check(consent, of: request.device, to: entry)
        let signed = try await sign(entry, as: record, [.newcomer: consent], prompt)
        try Self.check(signed, follows: log)
        let newer = try await submit(signed, log.account)
        guard newer.log.hashes.contains(signed.hash) else { throw .joining(.outdated) }
        try await remember(own: newer)
        return newer.log.head
    }

    private static func check(
        _ consent: P256Signature, of device: DeviceRecord, to entry: LogEntry
    ) throws(IdentityError) {
        let isSigned: Bool
        do throws(CryptoError) {
            isSigned = try SignaturePurpose.logConsent.isSatisfied(
                by: consent, of: device.signingKey, over: entry.bytes)
        } catch {
            throw .log(LogError(.libraryFailure, at: entry.sequence))
        }
        guard isSigned else { throw .joining(.notSigned) }
    }
}
