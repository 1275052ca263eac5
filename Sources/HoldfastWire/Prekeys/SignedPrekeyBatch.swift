public import HoldfastCrypto

/// A statement about prekeys with the device's signature.
public struct SignedPrekeyBatch: Sendable, Hashable {
    /// The statement.
    public let batch: PrekeyBatch
    /// The device's signature of ``SignaturePurpose/prekeys`` over the statement.
    public let signature: P256Signature
    /// The bytes that were signed; what is checked is what is used.
    let signedBytes: [UInt8]

    /// Puts a statement and its signature together.
    ///
    /// - Parameters:
    ///   - batch: the statement.
    ///   - signature: the device's.
    public init(_ batch: PrekeyBatch, signature: P256Signature) {
        self.batch = batch
        self.signature = signature
        signedBytes = batch.bytes
    }

    /// Checks that the statement is a device's.
    ///
    /// - Parameters:
    ///   - record: what the account says of the device.
    ///   - account: the account.
    /// - Throws: ``PrekeyFault`` with `otherDevice`, `badSignature` or `libraryFailure`.
    public func check(of record: DeviceRecord, in account: AccountID) throws(PrekeyFault) {
        guard batch.device == record.id, batch.account == account else {
            throw PrekeyFault(.otherDevice)
        }
        let isSigned: Bool
        do throws(CryptoError) {
            isSigned = try SignaturePurpose.prekeys.isSatisfied(
                by: signature, of: record.signingKey, over: signedBytes)
        } catch {
            throw PrekeyFault(.libraryFailure)
        }
        guard isSigned else { throw PrekeyFault(.badSignature) }
    }
}

extension SignedPrekeyBatch {
    /// Writes the structure `SignedPrekeyBatch`.
    func write(to writer: inout WireWriter) {
        writer.putVector(signedBytes)
        writer.put(signature.bytes)
    }

    /// Reads the structure `SignedPrekeyBatch`.
    init(from reader: inout WireReader) throws(WireError) {
        signedBytes = try reader.vector(atMost: PrekeyBatch.byteCount, "batch")
        batch = try PrekeyBatch(signedBytes)
        signature = try reader.signature("signature")
    }
}
