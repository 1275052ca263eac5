import HoldfastCrypto
package import HoldfastE2EE
package import HoldfastWire

/// Messages and prekeys for whoever examines a history: the same number gives the same ones.
///
/// They are well formed and no more: no wrap opens, and no receipt is of a device of any account.
package struct HistorySample: Sendable {
    /// The account and the device that the messages are from.
    package let account: AccountID
    /// What the account says of the device.
    package let device: DeviceRecord
    private let signingKey: P256PrivateKey

    /// Makes the messages of one device.
    ///
    /// - Parameter number: which device, 1 to 200.
    /// - Throws: ``CryptoError`` or ``WireError`` if the number is out of range.
    package init(device number: UInt8 = 1) throws {
        signingKey = try Self.key(number)
        device = try DeviceRecord(
            slot: try Self.name(SlotID.init, number, SlotID.byteCount), name: "sample",
            signingKey: signingKey.publicKey, signingGrade: .software,
            agreementKey: try Self.key(number + 50).publicKey, agreementGrade: .software,
            presenceKey: nil)
        account = try Self.name(AccountID.init, number, AccountID.byteCount)
    }

    /// A message's header.
    ///
    /// - Parameters:
    ///   - number: which message; it is the message's name too.
    ///   - counter: the device's counter; `nil` for one more than the number.
    ///   - attempt: the envelope's attempt.
    ///   - body: what it says.
    /// - Returns: the header.
    /// - Throws: ``WireError``; not for what is documented here.
    package func header(
        _ number: UInt64, counter: UInt64? = nil, attempt: UInt16 = 0, _ body: MessageBody
    ) throws -> MessageHeader {
        try MessageHeader(
            message: try message(number), attempt: attempt,
            sender: MessageSender(
                account: account, record: device, head: try head(), counter: counter ?? number + 1),
            created: 1_900_000_000, content: body.contentID, recipients: try recipients(),
            commitment: [UInt8](repeating: 2, count: 32), bodyByteCount: body.padded().count)
    }

    /// A message's name.
    ///
    /// - Parameter number: which message.
    /// - Returns: a name that holds the number.
    /// - Throws: nothing for any number.
    package func message(_ number: UInt64) throws -> MessageID {
        let bytes = WireWriter.encode { writer in
            writer.put(UInt64(0x686f_6c64_6661_7374))
            writer.put(number)
        }
        return try Self.made(MessageID(bytes))
    }

    /// What a message says: as many bytes as asked for, which tell its number.
    ///
    /// - Parameters:
    ///   - number: which message.
    ///   - byteCount: how long it is.
    /// - Returns: the body.
    /// - Throws: ``WireError`` for more bytes than a message can have.
    package func body(_ number: UInt64, byteCount: Int = 40) throws -> MessageBody {
        let pattern = WireWriter.encode { $0.put((number + 1) &* 0x9e37_79b9_7f4a_7c15) }
        let content = SecretBytes(count: byteCount) { bytes in
            for index in bytes.indices.prefix(64) { bytes[index] = pattern[index % 8] }
            var done = min(byteCount, 64)
            while done < byteCount {
                let more = min(done, byteCount - done)
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done..<(done + more)])
                rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<more]))
                done += more
            }
        }
        return try MessageBody(
            content, salt: SecretBytes([UInt8](repeating: 3, count: MessageBody.saltByteCount)))
    }

    /// A message that was opened.
    ///
    /// - Parameters:
    ///   - number: which message.
    ///   - counter: the device's counter; `nil` for one more than the number.
    ///   - attempt: the envelope's attempt.
    ///   - spent: the prekey that goes with it.
    ///   - byteCount: how long it is.
    /// - Returns: the message.
    /// - Throws: as ``body(_:byteCount:)``.
    package func opened(
        _ number: UInt64, counter: UInt64? = nil, attempt: UInt16 = 0, spent: PrekeyID? = nil,
        byteCount: Int = 40
    ) throws -> OpenedMessage {
        let body = try body(number, byteCount: byteCount)
        return OpenedMessage(
            examining: try header(number, counter: counter, attempt: attempt, body), body: body,
            grade: spent == nil ? .identity : .oneTime, standing: .current,
            completeness: .complete, spent: spent)
    }

    /// A message that could not be opened.
    ///
    /// - Parameters:
    ///   - number: which message.
    ///   - counter: the device's counter; `nil` for one more than the number.
    ///   - attempt: the envelope's attempt.
    /// - Returns: the note of it.
    /// - Throws: as ``body(_:byteCount:)``.
    package func failed(
        _ number: UInt64, counter: UInt64? = nil, attempt: UInt16 = 0
    ) throws -> FailedMessage {
        let header = try header(number, counter: counter, attempt: attempt, try body(number))
        let receipt = Receipt(
            for: header, account: account, device: device.id, head: header.sender.head,
            reason: .prekeyGone, created: 1_900_000_000)
        let signature = try signingKey.signature(for: receipt.bytes).withLowS
        return FailedMessage(
            header, reason: .prekeyGone, receipt: SignedReceipt(receipt, signature: signature))
    }

    /// A prekey's name.
    ///
    /// - Parameter number: which prekey.
    /// - Returns: a name that holds the number.
    /// - Throws: nothing for any number.
    package func prekey(_ number: UInt64) throws -> PrekeyID {
        let bytes = WireWriter.encode { writer in
            writer.put([UInt8](repeating: 4, count: PrekeyID.byteCount - 8))
            writer.put(number)
        }
        return try Self.made(PrekeyID(bytes))
    }

    /// A prekey's row.
    ///
    /// - Parameters:
    ///   - number: which prekey.
    ///   - epoch: the epoch that it claims to be sealed under.
    /// - Returns: the row.
    /// - Throws: ``WireError``; not for what is documented here.
    package func row(_ number: UInt64, epoch: UInt64 = 1) throws -> PrekeyRow {
        let id = try prekey(number)
        return try PrekeyRow(
            WireWriter.encode { writer in
                writer.put(UInt8(1))
                writer.put(id.bytes)
                writer.put(SecrecyGrade.oneTime.rawValue)
                writer.put(Int64(2_000_000_000))
                writer.put(UInt8(0))
                writer.put(epoch)
                writer.putVector([UInt8](repeating: 5, count: 80))
            })
    }

    /// A state of the prekeys.
    ///
    /// - Parameter epoch: the epoch that it tells.
    /// - Returns: the state.
    /// - Throws: ``WireError``; not for what is documented here.
    package func state(epoch: UInt64 = 1) throws -> PrekeyState {
        try PrekeyState(
            WireWriter.encode { writer in
                writer.put(UInt8(1))
                writer.put(epoch)
                writer.put(Int64(1_900_000_000))
                writer.putVector([])
                writer.putVector([])
            })
    }

    /// A change that puts prekeys in.
    ///
    /// - Parameters:
    ///   - numbers: which prekeys.
    ///   - epoch: the epoch that rows and state tell.
    /// - Returns: the change.
    /// - Throws: as ``row(_:epoch:)``.
    package func adding(
        _ numbers: some Sequence<UInt64>, epoch: UInt64 = 1
    ) throws -> PrekeyChange {
        PrekeyChange(
            examining: try state(epoch: epoch),
            rows: try numbers.map { try row($0, epoch: epoch) }, removed: [])
    }

    private func head() throws -> LogHead {
        LogHead(sequence: 0, hash: try Self.name(EntryHash.init, 7, EntryHash.byteCount))
    }

    private func recipients() throws -> RecipientList {
        let wrap = try Wrap(
            device: device.id, key: .identity,
            sealed: [UInt8](repeating: 1, count: Wrap.sealedByteCount(.identity)))
        return try RecipientList([
            AccountWraps(account: account, head: try head(), wraps: [wrap])
        ])
    }

    private static func key(_ number: UInt8) throws -> P256PrivateKey {
        try P256PrivateKey(scalar: SecretBytes([UInt8](repeating: number, count: 32)))
    }

    private static func name<Name>(
        _ make: ([UInt8]) -> Name?, _ number: UInt8, _ count: Int
    ) throws -> Name {
        try made(make([UInt8](repeating: number, count: count)))
    }

    private static func made<Name>(_ name: Name?) throws -> Name {
        guard let name else { throw WireError(.truncated, in: "sample") }
        return name
    }
}

extension HistorySample {
    /// An envelope whose wrap and body are not sealed; its signature is the device's.
    ///
    /// - Parameters:
    ///   - number: which message.
    ///   - attempt: the envelope's attempt.
    /// - Returns: the envelope.
    /// - Throws: as ``body(_:byteCount:)``.
    package func envelope(_ number: UInt64, attempt: UInt16 = 0) throws -> Envelope {
        let header = try header(number, attempt: attempt, try body(number))
        let sealed = [UInt8](
            repeating: 6, count: BodySealer.sealedByteCount(of: header.bodyByteCount))
        let message = SignaturePurpose.message.message(
            for: SealedMessage.signedBytes(of: header, body: sealed))
        let signature = try signingKey.signature(for: message).withLowS
        return try Envelope(
            SealedMessage(header, signature: signature, body: sealed), for: try recipients())
    }
}
