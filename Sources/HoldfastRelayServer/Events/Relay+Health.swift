#if os(Linux)
internal import HoldfastWire

extension Relay {
    /// 200 if the storage answers.
    func health() throws(RelayRefusal) -> RelayResponse {
        _ = try read { (records) throws(StorageError) in
            try records.dueRemovals(at: 0, atMost: 1)
        }
        return RelayResponse(text: "ok\n")
    }

    /// The counts, for the machine itself or for everybody.
    func showMetrics(_ request: RelayRequest) throws(RelayRefusal) -> RelayResponse {
        guard
            setup.hasPublicMetrics || request.address.hasPrefix("127.")
                || request.address == "0:0:0:0::/64"
        else { throw refusal(.forbidden) }
        return RelayResponse(
            text: metrics.text(gauges: [("inbox_waiters", waiters.count)] + gauges()),
            contentType: "text/plain; version=0.0.4; charset=utf-8")
    }

    /// What is forgotten with time: expired challenges and prekeys, what nobody fetched, and what is
    /// kept for devices whose removal can no longer be undone.
    func sweep() {
        let now = clock.now()
        let oldest = now - limits.messageSeconds
        storage.write { (records) throws(StorageError) -> [InboxName] in
            var told: [InboxName] = []
            try records.forgetChallenges(before: now)
            try records.forgetPrekeys(before: now)
            _ = try records.forgetMessages(before: oldest, atMost: 1_000)
            for (account, device) in try records.dueRemovals(at: now, atMost: 100) {
                try records.set(.removed, of: device, in: account)
                told += try Eviction(account: account, device: device, time: now).run(records)
            }
            return told
        } done: { [self] result in
            switch result {
            case .success(let told): wake(told)
            case .failure(let error): _ = refusal(error)
            }
        }
    }
}
#endif
