import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension DeviceBackup {
    /// What is done when another device has written a generation while this one was at work.
    public enum ConflictPolicy: Sendable {
        /// The call fails and names the device; what was sent is not sent again.
        case report
        /// What the other device wrote is carried over, and this device's content put beside it.
        case merge
    }

    /// Makes a backup: sends what is not there, and then makes it the newest generation in one step.
    ///
    /// Until that step the generation before is the newest, and stays readable after it (P2). A call
    /// that failed or died goes on where it was. What was written is read back before this returns.
    ///
    /// - Parameters:
    ///   - source: what there is to back up.
    ///   - origin: this device.
    ///   - policy: what is done about another device that was faster.
    /// - Returns: what was written.
    /// - Throws: ``RecoveryError/conflict(_:)``; ``RecoveryError/rolledBack(known:found:)`` if the
    ///   target shows an older state than was seen before; ``RecoveryError/otherPhrase`` if the
    ///   backup is gone and another is there; ``RecoveryError``. The failure is noted for
    ///   ``health()`` (P9).
    public func run(
        _ source: any BackupSource, from origin: BackupOrigin,
        onConflict policy: ConflictPolicy = .report
    ) async throws(RecoveryError) -> BackupReport {
        try await inTurn { () throws(RecoveryError) in
            try await runInTurn(source, origin, policy)
        }
    }

    private func runInTurn(
        _ source: any BackupSource, _ origin: BackupOrigin, _ policy: ConflictPolicy
    ) async throws(RecoveryError) -> BackupReport {
        var enrolment = try await requireEnrolment()
        do throws(RecoveryError) {
            let report = try await write(source, origin, policy, &enrolment)
            let now = configuration.clock.now
            try await note(in: &enrolment) { enrolment in
                enrolment.health.lastSuccess = now
                enrolment.health.failingSince = nil
                enrolment.health.lastFailure = nil
            }
            return report
        } catch {
            try await note(error, &enrolment)
            throw error
        }
    }

    private func note(
        _ failure: RecoveryError, _ enrolment: inout Enrolment
    ) async throws(RecoveryError) {
        let now = configuration.clock.now
        do throws(RecoveryError) {
            try await note(in: &enrolment) { enrolment in
                enrolment.health.failingSince = enrolment.health.failingSince ?? now
                enrolment.health.lastFailure = failure.keychainError.code.rawValue
            }
        } catch {
            // Of two failures the first says more; the store's would hide why there is no backup.
            throw failure
        }
    }

    private func write(
        _ source: any BackupSource, _ origin: BackupOrigin, _ policy: ConflictPolicy,
        _ enrolment: inout Enrolment
    ) async throws(RecoveryError) -> BackupReport {
        let keys = try enrolment.keys()
        try await ensureHeader(enrolment, in: origin.log)
        var stand = try await stand(keys, enrolment.known, origin.log)
        let written = try await writeSection(source, origin, keys, stand.newest)
        var tries = 0
        while true {
            let manifest = stand.next(
                written.section, keys, configuration.signer.device, configuration.clock.now)
            let signed = try await manifest.signed(
                keys, by: configuration.signer, random: configuration.random)
            if let dropped = stand.before { try await noteDropped(dropped) }
            do throws(RecoveryError) {
                let target = configuration.target
                try await atTarget { () throws(BackupTargetError) in
                    try await target.keepManifest(signed)
                }
            } catch .target(.conflict) {
                stand = try await self.stand(keys, enrolment.known, origin.log)
                tries += 1
                guard policy == .merge, tries < 8 else { throw .conflict(stand.conflict) }
                continue
            } catch {
                throw error
            }
            try await note(in: &enrolment) { $0.know(KnownGeneration(signed.pointer)) }
            try await verifyWritten(signed, written.sent, keys, origin)
            try await sweep(keeping: [stand.newest, manifest].compactMap(\.self), keys)
            return BackupReport(
                generation: KnownGeneration(signed.pointer),
                recordCounts: Dictionary(
                    uniqueKeysWithValues: written.section.tables.map {
                        ($0.table, $0.recordCount)
                    }),
                unreadableCount: written.section.tables.reduce(0) { $0 + $1.unreadableCount },
                sentByteCount: written.byteCount + signed.manifest.count,
                otherDevices: manifest.sections.filter { $0.slot != origin.slot }
                    .map(\.deviceName))
        }
    }

    // MARK: What is there

    /// What a target has of a lineage.
    struct Stand {
        /// The newest generation, and the one before.
        let newest: BackupManifest?
        let before: SignedManifest?
        let pointer: BackupPointer?

        /// The generation that follows, with one device's section in the place of its last one.
        func next(
            _ section: BackupManifest.Section, _ keys: BackupKeys, _ device: DeviceID,
            _ now: UnixTime
        ) -> BackupManifest {
            let others = (newest?.sections ?? []).filter { $0.slot != section.slot }
            return BackupManifest(
                account: keys.account, lineage: keys.lineage,
                generation: (pointer?.generation ?? 0) + 1, previous: pointer?.manifest ?? .none,
                device: device, created: now.seconds,
                sections: (others + [section]).sorted {
                    $0.slot.bytes.lexicographicallyPrecedes($1.slot.bytes)
                })
        }

        var conflict: BackupConflict {
            guard let newest else { preconditionFailure("what is in the way is there") }
            let section = newest.sections.first { $0.device == newest.device }
            return BackupConflict(
                device: newest.device, slot: section?.slot ?? newest.sections[0].slot,
                deviceName: section?.deviceName ?? "", generation: newest.generation,
                created: newest.created)
        }
    }

    private func stand(
        _ keys: BackupKeys, _ known: KnownGeneration?, _ log: DeviceLog
    ) async throws(RecoveryError) -> Stand {
        let signed = try await manifests(of: keys.lineage)
        try known?.check(signed)
        var manifests: [BackupManifest] = []
        for manifest in signed {
            try manifest.requireSigner(in: log)
            manifests.append(try BackupManifest(manifest, keys))
        }
        return Stand(
            newest: manifests.first, before: signed.count > 1 ? signed[1] : nil,
            pointer: signed.first?.pointer)
    }

    // MARK: Writing

    private struct Written {
        let section: BackupManifest.Section
        let sent: [BackupTable: [PieceEntry]]
        let byteCount: Int
    }

    private func writeSection(
        _ source: any BackupSource, _ origin: BackupOrigin, _ keys: BackupKeys,
        _ newest: BackupManifest?
    ) async throws(RecoveryError) -> Written {
        var tables: [BackupManifest.Table] = []
        var sent: [BackupTable: [PieceEntry]] = [:]
        var byteCount = 0
        var span: ClosedRange<Int64>?
        for table in BackupTable.allCases {
            var writer = TableWriter(
                keys: keys, slot: origin.slot, table: table, target: configuration.target,
                random: configuration.random, queue: queue)
            try await writer.begin(
                after: newest?.section(of: origin.slot)?.table(table), reader(keys))
            let cursor = try await atStore { () throws(KeychainError) in
                try await source.cursor(over: table)
            }
            try await writer.write(cursor)
            tables.append(try await writer.finish())
            sent[table] = writer.sent
            byteCount += writer.sentByteCount
            if table == .messages { span = writer.span }
        }
        let section = BackupManifest.Section(
            slot: origin.slot, device: configuration.signer.device,
            deviceName: origin.deviceName, created: configuration.clock.now.seconds,
            logHead: origin.log.head, earliest: span?.lowerBound ?? 0,
            latest: span?.upperBound ?? 0, tables: tables)
        return Written(section: section, sent: sent, byteCount: byteCount)
    }

    // MARK: Afterwards

    /// Reads back what makes the generation the newest one, and some of what was sent.
    private func verifyWritten(
        _ signed: SignedManifest, _ sent: [BackupTable: [PieceEntry]], _ keys: BackupKeys,
        _ origin: BackupOrigin
    ) async throws(RecoveryError) {
        let there = try await manifests(of: keys.lineage)
        // Another device may have followed already; then ours is the one before.
        guard let ours = there.first(where: { $0.pointer == signed.pointer }) else {
            throw .rolledBack(
                known: signed.pointer.generation, found: there.first?.pointer.generation ?? 0)
        }
        let manifest = try BackupManifest(ours, keys)
        let reader = reader(keys)
        guard let section = manifest.section(of: origin.slot) else {
            throw .damaged(BackupDamage(.manifest, .contradictory))
        }
        for table in section.tables {
            if let page = table.pages.last {
                _ = try await reader.entries(
                    of: page, table.pages.count - 1, table.table, origin.slot)
            }
            let pieces = (sent[table.table] ?? []).filter { $0.number < table.nextNumber }
            let step = max(1, pieces.count / Self.sampleCount)
            for place in stride(from: 0, to: pieces.count, by: step) {
                guard pieces[place].isPiece(of: table.table, origin.slot, keys) else { continue }
                _ = try await reader.records(
                    of: pieces[place], table.table, origin.slot, index: place)
            }
        }
    }

    /// How many pieces of a table are read back after a backup; ``verify(_:)`` reads all.
    private static let sampleCount = 8
}

extension PieceEntry {
    /// Whether the entry is a piece, and no page that was sent beside.
    fileprivate func isPiece(
        of table: BackupTable, _ slot: SlotID, _ keys: BackupKeys
    ) -> Bool {
        keys.name(of: .piece(number, of: table, in: slot), plaintextHash: plaintextHash) == name
    }
}

extension SignedManifest {
    /// Checks that a device of the account signed it.
    ///
    /// - Throws: ``RecoveryError/unknownSigner(_:)``; ``RecoveryError/damaged(_:)`` if the signature
    ///   is none of the device's.
    func requireSigner(in log: DeviceLog) throws(RecoveryError) {
        guard let member = log.facts.members[pointer.device] else {
            throw .unknownSigner(pointer.device)
        }
        let isSigned = try recovering { () throws(CryptoError) in
            try SignaturePurpose.backupPointer.isSatisfied(
                by: signature, of: member.record.signingKey, over: pointer.bytes)
        }
        guard isSigned else { throw .damaged(BackupDamage(.manifest, .changed)) }
    }
}
