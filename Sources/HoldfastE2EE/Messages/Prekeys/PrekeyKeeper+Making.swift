import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension PrekeyKeeper {
    /// Makes what the plan says: the rows and the uploads come in one transaction.
    func make(
        _ plan: PrekeyPlan, _ rows: [PrekeyRow], _ state: inout PrekeyState
    ) async throws(PrekeyKeeperError) {
        let now = wallClock.now.seconds
        let dead = Set(plan.retired)
        var changed: [PrekeyID: PrekeyRow] = [:]
        var next = state
        if plan.makesSigned {
            try await make(.signed, count: 1, replaces: true, rows, &changed, &next)
        }
        if plan.oneTimeCount > 0 {
            try await make(
                .oneTime, count: plan.oneTimeCount, replaces: plan.replacesOneTime, rows,
                &changed, &next)
        }
        guard !changed.isEmpty || !dead.isEmpty else { return }
        try await apply(
            PrekeyChange(
                state: next, rows: changed.values.filter { !dead.contains($0.id) },
                removed: plan.retired.map { PrekeyTombstone($0, .retired, removed: now) }))
        state = next
    }

    private func make(
        _ grade: SecrecyGrade, count: Int, replaces: Bool, _ rows: [PrekeyRow],
        _ changed: inout [PrekeyID: PrekeyRow], _ state: inout PrekeyState
    ) async throws(PrekeyKeeperError) {
        let now = wallClock.now.seconds
        let notAfter = now + schedule.validity
        let seal = try await seal(making: state.epoch)
        var keys: [P256PublicKey] = []
        for _ in 0..<min(count, PrekeyBatch.limit) {
            let (key, row) = try crypto { () throws(CryptoError) in
                let key = try P256PrivateKey(random: random)
                return (
                    key.publicKey,
                    try seal.row(key, grade: grade, notAfter: notAfter, random: random)
                )
            }
            keys.append(key)
            changed[row.id] = row
        }
        if replaces {
            for var row in rows where row.grade == grade && row.replaced == nil {
                row.replaced = now
                changed[row.id] = row
            }
        }
        state.uploads.append(
            try await upload(keys, grade, notBefore: now, notAfter: notAfter, replaces))
    }

    private func upload(
        _ keys: [P256PublicKey], _ grade: SecrecyGrade, notBefore: Int64, notAfter: Int64,
        _ replaces: Bool
    ) async throws(PrekeyKeeperError) -> PrekeyUpload {
        let batch: PrekeyBatch
        do throws(WireError) {
            batch = try PrekeyBatch(
                account: identity.record.account, device: identity.record.device.id, grade: grade,
                notBefore: notBefore, notAfter: notAfter, replacesOthers: replaces, keys: keys)
        } catch {
            throw .crypto(CryptoError(.invalidParameter, "A batch of prekeys is not allowed."))
        }
        let signature: P256Signature
        do throws(IdentityKeyError) {
            signature = try await identity.signature(
                for: SignaturePurpose.prekeys.message(for: batch.bytes))
        } catch {
            throw .key(error)
        }
        do throws(PrekeyFault) {
            return try PrekeyUpload(SignedPrekeyBatch(batch, signature: signature), keys: keys)
        } catch {
            throw .crypto(CryptoError(.invalidParameter, "A batch has other keys than its own."))
        }
    }
}
