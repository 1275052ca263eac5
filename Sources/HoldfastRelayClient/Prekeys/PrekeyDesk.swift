import HoldfastCore
public import HoldfastE2EE
public import HoldfastWire

/// Sees to it that the relay offers this device's prekeys, and none that it cannot open.
public struct PrekeyDesk: Sendable {
    private let session: RelaySession
    private let keeper: PrekeyKeeper

    /// Takes what the desk works with.
    ///
    /// - Parameters:
    ///   - session: this device's session.
    ///   - keeper: makes and keeps the prekeys.
    public init(_ session: RelaySession, keeper: PrekeyKeeper) {
        self.session = session
        self.keeper = keeper
    }

    /// Compares what the relay has with what is here, and offers what is missing: at every start,
    /// and when an inbox says that few are left.
    ///
    /// - Returns: what became of the prekeys that were offered.
    /// - Throws: ``PrekeyDeskError``; what was not done is done by the next call. With a clock that
    ///   is off by more than a day nothing is made: the prekeys' times would be wrong.
    @discardableResult
    public func maintain() async throws(PrekeyDeskError) -> PrekeyReport {
        let stock = try await relay { () throws(RelayError) in
            try await session.prekeyStock()
        }
        try await relay { () throws(RelayError) in try await session.checkClock() }
        let time = await session.relayTime
        let (uploads, _) = try await keep { () throws(PrekeyKeeperError) in
            try await keeper.maintain(stock: stock, serverTime: time)
        }
        var report = PrekeyReport()
        for upload in uploads {
            let result = try await offer(upload, at: time)
            try await keep { () throws(PrekeyKeeperError) in
                try await keeper.take(result, of: upload)
            }
            for line in result.lines { report.counts[line.outcome, default: 0] += 1 }
        }
        return report
    }

    /// What has waited for so long that its time is over is given up; the plan makes others.
    private func offer(
        _ upload: PrekeyUpload, at time: UnixTime?
    ) async throws(PrekeyDeskError) -> PrekeyUploadResult {
        if let time, upload.statement.batch.notAfter <= time.seconds {
            return PrekeyUploadResult([] as [PrekeyUploadResult.Line])
        }
        return try await relay { () throws(RelayError) in try await session.offer(upload) }
    }

    private func relay<R>(
        _ body: () async throws(RelayError) -> R
    ) async throws(PrekeyDeskError) -> R {
        do throws(RelayError) {
            return try await body()
        } catch {
            throw .relay(error)
        }
    }

    private func keep<R>(
        _ body: () async throws(PrekeyKeeperError) -> R
    ) async throws(PrekeyDeskError) -> R {
        do throws(PrekeyKeeperError) {
            return try await body()
        } catch {
            throw .keeper(error)
        }
    }
}

/// What became of prekeys that were offered.
public struct PrekeyReport: Sendable, Hashable {
    /// How many came to what; a prekey that is refused holds up no other.
    public internal(set) var counts: [PrekeyUploadResult.Outcome: Int] = [:]
}

/// Why prekeys were not offered.
public enum PrekeyDeskError: Error, Sendable, Equatable {
    /// The relay did not do it.
    case relay(RelayError)
    /// The prekeys could not be made, read or given up.
    case keeper(PrekeyKeeperError)
}
