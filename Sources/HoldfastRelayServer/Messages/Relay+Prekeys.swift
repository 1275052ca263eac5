#if os(Linux)
internal import HoldfastWire

extension Relay {
    /// Keeps the prekeys that a device offers; one that is refused holds up no other.
    func offerPrekeys(
        _ request: RelayRequest, _ session: RelaySession, _ reply: Reply
    ) throws(RelayRefusal) {
        let upload: PrekeyUpload
        do throws(PrekeyError) {
            upload = try PrekeyUpload.decode(request.body)
        } catch {
            throw refusal(.malformed)
        }
        let record = try activeRecord(session.device, of: session.account)
        do throws(PrekeyFault) {
            try upload.statement.check(of: record, in: session.account)
        } catch {
            throw error.reason == .libraryFailure
                ? failed("prekeys could not be checked") : refusal(.forbidden)
        }
        let batch = upload.statement.batch
        guard batch.notAfter > clock.now() else { throw refusal(.wrongTime) }
        let prekeys = upload.prekeys().map { prekey in
            StoredPrekey(
                id: prekey.id, isOneTime: batch.grade == .oneTime, notAfter: batch.notAfter,
                bytes: prekey.bytes)
        }
        let (isOneTime, offered) = (batch.grade == .oneTime, Set(prekeys.map(\.id)))
        storage.write { (records) throws(StorageError) in
            if batch.replacesOthers {
                try records.drop(
                    isOneTime: isOneTime, beside: offered, of: session.device,
                    in: session.account)
            }
            var lines: [PrekeyUploadResult.Line] = []
            for prekey in prekeys {
                let outcome = try records.keep(
                    prekey, of: session.device, in: session.account)
                lines.append(.init(prekey.id, outcome))
            }
            return PrekeyUploadResult(lines)
        } done: { [self] result in
            finish(reply, result) { RelayResponse($0.bytes) }
        }
    }

    /// What there is of the device's own prekeys.
    func readStock(_ session: RelaySession) throws(RelayRefusal) -> RelayResponse {
        let now = clock.now()
        let stock = try read { (records) throws(StorageError) in
            try records.prekeyStock(of: session.device, in: session.account, at: now)
        }
        return RelayResponse(stock.bytes)
    }

    /// Hands out a prekey of each device that is asked for, each one-time prekey once.
    func claimPrekeys(
        _ request: RelayRequest, _ session: RelaySession, _ reply: Reply
    ) throws(RelayRefusal) {
        let claim = try decode(request.body, PrekeyClaim.init)
        for device in claim.devices {
            try limit(
                .claimer, Array(session.device.bytes[..<16] + device.bytes[..<16]),
                perMinute: limits.claimsPerCaller)
            try limit(.target, device.bytes, perMinute: limits.claimsPerTarget)
        }
        let name = ClaimName(claim, by: session.device)
        let now = clock.now()
        storage.write { (records) throws(StorageError) -> [(DeviceID, [UInt8]?)]? in
            guard try records.head(of: claim.account) != nil else { return nil }
            var found: [(DeviceID, [UInt8]?)] = []
            for device in claim.devices {
                let standing = try records.standing(of: device, in: claim.account)
                let bytes =
                    standing == .active
                    ? try records.claim(name, from: device, of: claim.account, at: now) : nil
                found.append((device, bytes))
            }
            return found
        } done: { [self] result in
            finish(reply, result) { found in
                guard let found else { return RelayResponse(refusal(.notFound)) }
                return bundle(claim.account, found)
            }
        }
    }

    private func bundle(
        _ account: AccountID, _ found: [(DeviceID, [UInt8]?)]
    ) -> RelayResponse {
        do throws(WireError) {
            var lines: [PrekeyBundle.Line] = []
            for (device, bytes) in found {
                guard let bytes else {
                    lines.append(.init(device, nil))
                    continue
                }
                lines.append(.init(device, try Prekey(bytes)))
            }
            return RelayResponse(try PrekeyBundle(account: account, lines: lines).bytes)
        } catch {
            return RelayResponse(failed("a stored prekey cannot be read"))
        }
    }
}
#endif
