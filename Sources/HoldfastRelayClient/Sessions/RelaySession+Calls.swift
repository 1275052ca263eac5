public import HoldfastWire

extension RelaySession {
    /// What the relay has of this device's prekeys.
    ///
    /// - Returns: the stock, as the relay says.
    /// - Throws: ``RelayError``.
    public func prekeyStock() async throws(RelayError) -> PrekeyStock {
        let limit = (PrekeyStock.limit + 1) * PrekeyID.byteCount + 16
        return try RelayCaller.read(
            try await call(.get, "/v1/prekeys", answerLimit: limit), PrekeyStock.init)
    }

    /// Offers prekeys.
    ///
    /// - Parameter upload: the prekeys.
    /// - Returns: what became of each one of them, and of no other.
    /// - Throws: ``RelayError``; `clock` if their time is over by the relay's clock.
    public func offer(_ upload: PrekeyUpload) async throws(RelayError) -> PrekeyUploadResult {
        let bytes = try await call(.put, "/v1/prekeys", upload.bytes, answerLimit: 65_536)
        let result = try RelayCaller.read(bytes, PrekeyUploadResult.init)
        guard result.lines.map(\.id) == upload.keys.map({ PrekeyID(key: $0) }) else {
            throw .notARelay(status: 200)
        }
        return result
    }

    /// Claims prekeys of an account's devices; the same claim again gets the same ones.
    ///
    /// - Parameter claim: the claim.
    /// - Returns: what the relay hands out; nothing of it is verified.
    /// - Throws: ``RelayError``.
    public func claim(_ claim: PrekeyClaim) async throws(RelayError) -> PrekeyBundle {
        let limit = claim.devices.count * (DeviceID.byteCount + 1 + 1_024) + 64
        return try RelayCaller.read(
            try await call(.post, "/v1/prekeys/claim", claim.bytes, answerLimit: limit),
            PrekeyBundle.init)
    }

    /// The highest counter of the messages that the relay has taken from this device.
    ///
    /// One that is ahead of the device's own says that its data was set back, or runs twice. It is
    /// the relay's claim: sending stops, and nothing more.
    ///
    /// - Returns: the counter; 0 if there was no message, and from a relay that does not count.
    /// - Throws: ``RelayError``.
    public func messageCounter() async throws(RelayError) -> UInt64 {
        let bytes: [UInt8]
        do throws(RelayError) {
            bytes = try await call(.get, "/v1/counter", answerLimit: 64)
        } catch {
            guard case .refused(let refusal) = error, refusal.code == .notFound else {
                throw error
            }
            return 0
        }
        return try RelayCaller.read(bytes, MessageCount.init).counter
    }

    /// What waits for this device.
    ///
    /// - Parameters:
    ///   - position: only what lies behind this place.
    ///   - seconds: how long the relay waits for something to come; 0 to 55.
    /// - Returns: what waits; nothing of it is verified.
    /// - Throws: ``RelayError``.
    public func inbox(
        after position: UInt64 = 0, waiting seconds: Int = 0
    ) async throws(RelayError) -> InboxPage {
        let seconds = max(0, min(seconds, Self.longestWait))
        return try RelayCaller.read(
            try await call(
                .get, "/v1/inbox?after=\(position)&wait=\(seconds)",
                answerLimit: InboxPage.byteLimit + 64, waits: seconds),
            InboxPage.init)
    }

    /// Lets the relay forget what this device has.
    ///
    /// - Parameter positions: the places, in any order.
    /// - Throws: ``RelayError``; what was not forgotten comes again.
    public func acknowledge(_ positions: some Sequence<UInt64>) async throws(RelayError) {
        var rest = Set(positions).sorted()[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Acknowledgement.limit))
            rest = rest.dropFirst(part.count)
            let body: Acknowledgement
            do throws(WireError) {
                body = try Acknowledgement(part)
            } catch {
                // A part has 1 to ``Acknowledgement/limit`` places, sorted and each once.
                throw .transport(TransportFailure(.failed))
            }
            _ = try await call(.post, "/v1/inbox/ack", body.bytes, answerLimit: 64)
        }
    }

    /// Uploads an envelope.
    ///
    /// - Parameter envelope: the envelope's bytes.
    /// - Returns: what the relay says became of it.
    /// - Throws: ``RelayError``.
    public func upload(_ envelope: [UInt8]) async throws(RelayError) -> SendResult {
        try RelayCaller.read(
            try await call(
                .post, "/v1/messages", envelope,
                answerLimit: Envelope.wrapLimit * DeviceID.byteCount + 64),
            SendResult.init)
    }

    /// Tells a message's sender that it cannot be opened.
    ///
    /// - Parameter receipt: the receipt.
    /// - Returns: whether there is somebody to tell; their inbox may also be full.
    /// - Throws: ``RelayError``.
    public func send(_ receipt: SignedReceipt) async throws(RelayError) -> ReceiptDelivery {
        let bytes: [UInt8]
        do throws(RelayError) {
            bytes = try await call(.post, "/v1/receipts", receipt.bytes, answerLimit: 4_096)
        } catch {
            guard case .refused(let refusal) = error, refusal.code == .notFound else {
                throw error
            }
            return .senderGone
        }
        let result = try RelayCaller.read(bytes, SendResult.init)
        return result.full.isEmpty ? .delivered : .noRoom
    }

    /// The longest wait that the relay grants.
    private static let longestWait = 55
}

/// What became of a receipt.
public enum ReceiptDelivery: Sendable, Hashable {
    /// It lies in the sender's inbox.
    case delivered
    /// The relay says that the sender's device is not there any more.
    case senderGone
    /// The sender's inbox is full: again later.
    case noRoom
}
