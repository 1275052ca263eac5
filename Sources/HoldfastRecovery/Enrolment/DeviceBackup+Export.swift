extension DeviceBackup {
    /// Makes a backup of its own at another place, under the same phrase: to be put away.
    ///
    /// It takes no phrase, since the new key is wrapped to the phrase's public half, and this device
    /// forgets that key. The backup that is switched on is not touched.
    ///
    /// - Parameters:
    ///   - source: what there is to back up.
    ///   - origin: this device.
    ///   - target: where to; what is there stays.
    /// - Returns: what was written.
    /// - Throws: ``RecoveryError/notEnrolled``; as ``run(_:from:onConflict:)``.
    public func export(
        _ source: any BackupSource, from origin: BackupOrigin, to target: any BackupTarget
    ) async throws(RecoveryError) -> BackupReport {
        var enrolment = try await requireEnrolment()
        enrolment.key = try newKey()
        enrolment.lineage = try newLineage()
        (enrolment.known, enrolment.retiring, enrolment.version) = (nil, nil, nil)
        let copy = DeviceBackup(
            Configuration(
                store: configuration.store, target: target, signer: configuration.signer,
                clock: configuration.clock, random: configuration.random,
                bounds: configuration.bounds),
            passing: enrolment)
        return try await copy.run(source, from: origin)
    }
}
