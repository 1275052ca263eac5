public import HoldfastCrypto

/// What every recipient of an envelope gets alike: header, signature and sealed body.
public struct SealedMessage: Sendable, Hashable {
    /// What the message says of itself.
    public let header: MessageHeader
    /// The sending device's signature of ``SignaturePurpose/message`` over ``signedBytes``.
    public let signature: P256Signature
    /// The sealed body: its chunks with their tags.
    public let body: [UInt8]
    /// The header's bytes as they were signed; what is checked is what is used.
    let headerBytes: [UInt8]

    /// Puts a message together.
    ///
    /// - Parameters:
    ///   - header: what the message says of itself.
    ///   - signature: the sending device's, over ``signedBytes(of:body:)``.
    ///   - body: the sealed body.
    /// - Throws: ``WireError`` with `invalidValue` for a body whose length is not the header's.
    public init(
        _ header: MessageHeader, signature: P256Signature, body: [UInt8]
    ) throws(WireError) {
        try self.init(header, headerBytes: header.bytes, signature: signature, body: body)
    }

    private init(
        _ header: MessageHeader, headerBytes: [UInt8], signature: P256Signature, body: [UInt8]
    ) throws(WireError) {
        guard body.count == BodySealer.sealedByteCount(of: header.bodyByteCount) else {
            throw WireError(.invalidValue, in: "body")
        }
        self.header = header
        self.headerBytes = headerBytes
        self.signature = signature
        self.body = body
    }

    /// What a message's signature is over: the header, then the body's SHA-256.
    ///
    /// - Parameters:
    ///   - header: what the message says of itself.
    ///   - body: the sealed body.
    /// - Returns: the bytes, before the purpose's prefix.
    public static func signedBytes(of header: MessageHeader, body: [UInt8]) -> [UInt8] {
        header.bytes + SHA256.hash(body)
    }

    /// The SHA-256 of the header, which the body is sealed with.
    public var headerHash: [UInt8] { SHA256.hash(headerBytes) }

    /// Checks that the message is a device's.
    ///
    /// - Parameter sender: what the sender's account says of the device that the header names.
    /// - Throws: ``MessageFault`` with `otherSender`, `badSignature` or `libraryFailure`.
    public func check(sender: DeviceRecord) throws(MessageFault) {
        guard sender.id == header.sender.device, RecordHash(sender) == header.sender.record else {
            throw MessageFault(.otherSender)
        }
        let isSigned: Bool
        do throws(CryptoError) {
            isSigned = try SignaturePurpose.message.isSatisfied(
                by: signature, of: sender.signingKey, over: headerBytes + SHA256.hash(body))
        } catch {
            throw MessageFault(.libraryFailure)
        }
        guard isSigned else { throw MessageFault(.badSignature) }
    }
}

extension SealedMessage {
    /// The message as it is sent and stored.
    public var bytes: [UInt8] { WireWriter.encode { write(to: &$0) } }

    /// Reads a message, without checking its signature.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try self.init(from: &reader)
        try reader.expectEnd("SealedMessage")
    }

    /// Number of bytes that a message begins with, up to the end of its header.
    package static let frontByteCount = 2 + MessageHeader.byteCount

    /// The header of a message of which only the beginning is at hand.
    ///
    /// - Parameter front: the first ``frontByteCount`` bytes of ``bytes``.
    /// - Returns: the header; its signature was not checked.
    /// - Throws: ``WireError``.
    package static func header(ofFront front: [UInt8]) throws(WireError) -> MessageHeader {
        var reader = WireReader(front)
        let bytes = try reader.vector(atMost: MessageHeader.byteCount, "header")
        try reader.expectEnd("header")
        return try MessageHeader(bytes)
    }

    /// Writes the structure `SealedMessage`.
    func write(to writer: inout WireWriter) {
        writer.putVector(headerBytes)
        writer.put(signature.bytes)
        writer.putVector(body)
    }

    /// Reads the structure `SealedMessage`.
    init(from reader: inout WireReader) throws(WireError) {
        let headerBytes = try reader.vector(atMost: MessageHeader.byteCount, "header")
        let header = try MessageHeader(headerBytes)
        let signature = try reader.signature("signature")
        let body = try reader.vector(
            atMost: BodySealer.sealedByteCount(of: PaddedLength.maximum), "body")
        try self.init(header, headerBytes: headerBytes, signature: signature, body: body)
    }
}
