public import HoldfastCrypto
public import HoldfastWire

/// A sealed message that wants its one signature.
public struct UnsignedEnvelope: Sendable {
    /// What the message says of itself.
    public let header: MessageHeader
    /// The accounts with their wraps.
    public let recipients: RecipientList
    private let body: [UInt8]

    init(header: MessageHeader, recipients: RecipientList, body: [UInt8]) {
        self.header = header
        self.recipients = recipients
        self.body = body
    }

    /// What the device's signing key signs.
    public var messageToSign: [UInt8] {
        SignaturePurpose.message.message(
            for: SealedMessage.signedBytes(of: header, body: body))
    }

    /// The grade of each device's wrap, to be shown.
    public var grades: [DeviceID: SecrecyGrade] {
        var grades: [DeviceID: SecrecyGrade] = [:]
        for wrap in recipients.accounts.lazy.flatMap(\.wraps) {
            grades[wrap.device] = wrap.key.grade
        }
        return grades
    }

    /// Puts the signature in.
    ///
    /// - Parameters:
    ///   - signature: what the key's keeper gave for ``messageToSign``; its s may be either one.
    ///   - device: the device that signed.
    /// - Returns: the envelope, ready to be uploaded.
    /// - Throws: ``EnvelopeError`` with `otherSender` or `badSignature` if it is not the device's,
    ///   as of a key that is another one by now.
    public func signed(
        _ signature: P256Signature, by device: DeviceRecord
    ) throws(EnvelopeError) -> Envelope {
        let message: SealedMessage
        do throws(WireError) {
            message = try SealedMessage(header, signature: signature.withLowS, body: body)
        } catch {
            throw .wire(error)
        }
        do throws(MessageFault) {
            try message.check(sender: device)
            return try Envelope(message, for: recipients)
        } catch {
            throw .fault(error)
        }
    }

    /// Lets the device's key sign.
    ///
    /// - Parameter identity: the keys of the device that sealed the message.
    /// - Returns: the envelope, ready to be uploaded.
    /// - Throws: ``IdentityKeyError``; with `foreign` if the identity is another device's than the
    ///   sealer's. Nothing was sent.
    public func signed(by identity: IdentityKeys) async throws(IdentityKeyError) -> Envelope {
        let signature = try await identity.signature(for: messageToSign)
        do throws(EnvelopeError) {
            return try signed(signature, by: identity.record.device)
        } catch {
            throw .foreign
        }
    }
}
