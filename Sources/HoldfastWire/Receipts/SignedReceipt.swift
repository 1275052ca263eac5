public import HoldfastCrypto

/// A receipt with the signature of the device that gives it.
public struct SignedReceipt: Sendable, Hashable {
    /// The receipt.
    public let receipt: Receipt
    /// The device's signature of ``SignaturePurpose/receipt`` over the receipt.
    public let signature: P256Signature
    /// The bytes that were signed; what is checked is what is used.
    let signedBytes: [UInt8]

    /// Puts a receipt and its signature together.
    ///
    /// - Parameters:
    ///   - receipt: the receipt.
    ///   - signature: the device's.
    public init(_ receipt: Receipt, signature: P256Signature) {
        self.receipt = receipt
        self.signature = signature
        signedBytes = receipt.bytes
    }

    /// Checks that the receipt is a device's.
    ///
    /// - Parameter record: what its account says of the device that the receipt names.
    /// - Throws: ``MessageFault`` with `otherSender`, `badSignature` or `libraryFailure`.
    public func check(of record: DeviceRecord) throws(MessageFault) {
        guard record.id == receipt.device else { throw MessageFault(.otherSender) }
        let isSigned: Bool
        do throws(CryptoError) {
            isSigned = try SignaturePurpose.receipt.isSatisfied(
                by: signature, of: record.signingKey, over: signedBytes)
        } catch {
            throw MessageFault(.libraryFailure)
        }
        guard isSigned else { throw MessageFault(.badSignature) }
    }
}

extension SignedReceipt {
    /// The receipt as it is sent and stored.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.putVector(signedBytes)
            writer.put(signature.bytes)
        }
    }

    /// Reads a receipt, without checking its signature.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        signedBytes = try reader.vector(atMost: Receipt.byteCount, "receipt")
        receipt = try Receipt(signedBytes)
        signature = try reader.signature("signature")
        try reader.expectEnd("SignedReceipt")
    }
}
