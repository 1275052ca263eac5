public import HoldfastCore
public import HoldfastCrypto
public import HoldfastRecovery
public import HoldfastWire

/// Reads a backup at a relay by the words alone: for a new phone that knows no account.
///
/// The phrase's locator finds the header, which names the account; the locator's key then logs in to
/// read that account's manifests and chunks. Nothing can be written this way: each such call is
/// refused.
public actor RelayBackupReader: BackupTarget {
    private let locator: Locator
    private let key: P256PrivateKey
    private let caller: RelayCaller
    private let session: @Sendable (SessionHolder) -> RelaySession
    private var accounts: [SlotID: [AccountID]] = [:]
    private var sessions: [AccountID: RelaySession] = [:]

    /// Takes the words' keys; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - keys: what the phrase gives.
    ///   - address: where the relay is, as the person gave it.
    ///   - transport: carries the requests there.
    ///   - knownKey: the relay's key, where it is known.
    ///   - patience: how often a request is made, and how long is waited.
    ///   - wallClock: this device's clock.
    ///   - clock: measures the waits.
    ///   - random: draws keys, names and the random part of waits.
    /// - Throws: ``HoldfastRecovery/RecoveryError/crypto(_:)``.
    public init(
        _ keys: RecoveryKeys, at address: RelayAddress, over transport: any RelayTransport,
        knownKey: P256PublicKey? = nil, patience: RelayPatience = RelayPatience(),
        wallClock: any WallClock = SystemWallClock(),
        clock: any Clock<Duration> = ContinuousClock(), random: any SecureRandom = SystemRandom()
    ) throws(RecoveryError) {
        locator = try keys.locator()
        key = try keys.locatorKey()
        caller = RelayCaller(
            transport: transport, patience: patience, clock: clock, random: random)
        session = { holder in
            RelaySession(
                holder, at: address, over: transport, knownKey: knownKey, patience: patience,
                wallClock: wallClock, clock: clock, random: random)
        }
    }

    /// The headers under the phrase's locator, of whichever account.
    ///
    /// - Returns: headers as they were stored.
    /// - Throws: ``HoldfastRecovery/BackupTargetError``.
    public func headers() async throws(BackupTargetError) -> [[UInt8]] {
        let request = caller.request(
            .get, "/v1/locators/" + Hex.text(locator.bytes),
            answerLimit: RelaySession.headersLimit)
        let caller = caller
        let found = try await asTarget { () throws(RelayError) in
            try RelayCaller.read(try await caller.call(request), HeaderList.init(decoding:)).headers
        }
        for bytes in found { note(bytes) }
        return found
    }

    /// Whose a lineage is; one that cannot be read is judged by who asked for it.
    private func note(_ bytes: [UInt8]) {
        do throws(RecoveryError) {
            let header = try BackupHeader(bytes)
            let account = header.statement.account
            guard accounts[header.lineage]?.contains(account) != true else { return }
            accounts[header.lineage, default: []].append(account)
        } catch {
            return
        }
    }

    /// The newest two manifests of a lineage.
    ///
    /// - Parameter lineage: the backup, which one of the headers has named.
    /// - Returns: the newest first.
    /// - Throws: ``HoldfastRecovery/BackupTargetError``.
    public func manifests(
        of lineage: SlotID
    ) async throws(BackupTargetError) -> [SignedManifest] {
        let stored = try await first(of: lineage) { (session) throws(RelayError) in
            let found = try await session.manifests(of: lineage)
            return found.isEmpty ? nil : found
        }
        return try readManifests(stored ?? [])
    }

    /// Whether a chunk is here: to find out costs as much as to read it.
    ///
    /// - Parameters:
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: `false`.
    /// - Throws: nothing.
    public func holdsChunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Bool { false }

    /// A chunk's bytes.
    ///
    /// - Parameters:
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: the bytes; `nil` if the relay says that there is no such chunk.
    /// - Throws: ``HoldfastRecovery/BackupTargetError``.
    public func chunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> [UInt8]? {
        try await first(of: lineage) { (session) throws(RelayError) in
            try await session.chunk(name, of: lineage)
        }
    }

    /// Somebody may have put a header of another account under the locator: the one that has the
    /// backup answers.
    private func first<R: Sendable>(
        of lineage: SlotID, _ body: @Sendable (RelaySession) async throws(RelayError) -> R?
    ) async throws(BackupTargetError) -> R? {
        if accounts[lineage] == nil { _ = try await headers() }
        var failure: BackupTargetError?
        for account in accounts[lineage] ?? [] {
            let session = sessions[account] ?? session(SessionHolder(reading: account, with: key))
            sessions[account] = session
            do throws(BackupTargetError) {
                if let found = try await asTarget({ () throws(RelayError) in
                    try await body(session)
                }) {
                    return found
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return nil
    }

    /// Refused: whoever has the words may read.
    ///
    /// - Parameters:
    ///   - header: not looked at.
    ///   - place: not looked at.
    /// - Throws: ``HoldfastRecovery/BackupTargetError/refused``.
    public func keepHeader(
        _ header: [UInt8], at place: HeaderPlace
    ) async throws(BackupTargetError) { throw .refused }

    /// Refused.
    ///
    /// - Parameter place: not looked at.
    /// - Throws: ``HoldfastRecovery/BackupTargetError/refused``.
    public func removeHeader(at place: HeaderPlace) async throws(BackupTargetError) {
        throw .refused
    }

    /// Refused.
    ///
    /// - Parameter manifest: not looked at.
    /// - Throws: ``HoldfastRecovery/BackupTargetError/refused``.
    public func keepManifest(_ manifest: SignedManifest) async throws(BackupTargetError) {
        throw .refused
    }

    /// Refused.
    ///
    /// - Parameters:
    ///   - bytes: not looked at.
    ///   - hash: not looked at.
    ///   - name: not looked at.
    ///   - lineage: not looked at.
    /// - Returns: never.
    /// - Throws: ``HoldfastRecovery/BackupTargetError/refused``.
    public func keepChunk(
        _ bytes: [UInt8], hash: Digest256, named name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Digest256 { throw .refused }

    /// Refused.
    ///
    /// - Parameters:
    ///   - names: not looked at.
    ///   - lineage: not looked at.
    /// - Throws: ``HoldfastRecovery/BackupTargetError/refused``.
    public func removeChunks(
        _ names: [Digest256], of lineage: SlotID
    ) async throws(BackupTargetError) { throw .refused }

    /// Refused.
    ///
    /// - Parameter lineage: not looked at.
    /// - Throws: ``HoldfastRecovery/BackupTargetError/refused``.
    public func removeLineage(_ lineage: SlotID) async throws(BackupTargetError) {
        throw .refused
    }
}
