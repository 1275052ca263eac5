#if os(Linux)
internal import HoldfastCrypto
internal import HoldfastWire

extension Relay {
    /// The headers of the account's backups.
    func readHeaders(_ session: RelaySession) throws(RelayRefusal) -> RelayResponse {
        let headers = try read { (records) throws(StorageError) in
            try records.headers(of: session.account)
        }
        return RelayResponse(HeaderList(headers).bytes)
    }

    /// The headers under a locator, for whoever knows it; as many a minute as logins.
    ///
    /// A phone that was lost is restored by the words alone, which name no account.
    func findHeaders(
        _ locator: [UInt8], _ request: RelayRequest
    ) throws(RelayRefusal) -> RelayResponse {
        try limit(.login, Array(request.address.utf8), perMinute: limits.loginsPerAddress)
        let headers = try read { (records) throws(StorageError) in
            try records.headers(under: locator)
        }
        return RelayResponse(HeaderList(headers).bytes)
    }

    /// Keeps a header, in the place of the one of the same locator and lineage.
    func keepHeader(
        _ locator: [UInt8], _ lineage: SlotID, _ request: RelayRequest, _ session: RelaySession,
        _ reply: Reply
    ) throws(RelayRefusal) {
        let upload = try decode(request.body, HeaderUpload.init(decoding:))
        let header = StoredHeader(
            locator: locator, lineage: lineage, reader: HeaderUpload.reader(upload.locatorKey),
            locatorKey: upload.locatorKey.bytes, bytes: upload.header)
        let most = limits.bytesPerAccount
        storage.write { (records) throws(StorageError) -> Bool in
            let used = try records.storedByteCount(of: session.account)
            let isKnown = try records.headers(of: session.account).contains(header.bytes)
            if isKnown { return true }
            guard used + Int64(header.bytes.count) <= most,
                try records.headers(of: session.account).count < HeaderList.limit
            else { return false }
            let balance = try records.keepHeader(header, in: session.account)
            try records.count(balance, of: session.account)
            return true
        } done: { [self] result in
            finish(reply, result) { $0 ? RelayResponse([]) : RelayResponse(refusal(.quota)) }
        }
    }

    /// Removes a header, which may be missing.
    func removeHeader(
        _ locator: [UInt8], _ lineage: SlotID, _ session: RelaySession, _ reply: Reply
    ) {
        storage.write { (records) throws(StorageError) in
            let freed = try records.removeHeader(locator, of: lineage, in: session.account)
            try records.count(-freed, of: session.account)
        } done: { [self] result in
            finish(reply, result) { _ in RelayResponse([]) }
        }
    }

    /// Removes a lineage, part by part, so that no write takes long.
    func removeLineage(_ lineage: SlotID, _ session: RelaySession, _ reply: Reply) {
        storage.write { (records) throws(StorageError) -> Bool in
            let gone = try records.removeLineage(
                lineage, in: session.account, atMost: LineageRemoval.chunkLimit)
            try records.count(-gone.bytes, of: session.account)
            return gone.chunks < LineageRemoval.chunkLimit
        } done: { [self] result in
            finish(reply, result) { RelayResponse(LineageRemoval(isDone: $0).bytes) }
        }
    }
}
#endif
