public import HoldfastCrypto

/// Prekeys that a device uploads: the statement and the keys.
public struct PrekeyUpload: Sendable, Hashable {
    /// The statement about them.
    public let statement: SignedPrekeyBatch
    /// The public halves, in the statement's order.
    public let keys: [P256PublicKey]

    /// Puts an upload together.
    ///
    /// - Parameters:
    ///   - statement: the statement.
    ///   - keys: the keys that it was made of, in order.
    /// - Throws: ``PrekeyFault`` with `wrongKey` for other keys.
    public init(
        _ statement: SignedPrekeyBatch, keys: [P256PublicKey]
    ) throws(PrekeyFault) {
        guard keys.count == statement.batch.count,
            PrekeyBatch.tree(of: keys).root == statement.batch.root
        else { throw PrekeyFault(.wrongKey) }
        self.statement = statement
        self.keys = keys
    }

    /// Takes the upload apart: what is handed out to whoever claims a prekey.
    ///
    /// - Returns: a prekey for each key, in order.
    public func prekeys() -> [Prekey] {
        let tree = PrekeyBatch.tree(of: keys)
        return keys.enumerated().map { index, key in
            Prekey(
                statement, key: key, place: TreePlace(index: index, path: tree.path(to: index)))
        }
    }
}

extension PrekeyUpload {
    /// The upload as it is sent.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            statement.write(to: &writer)
            writer.putVector(of: keys) { $0.put($1.bytes) }
        }
    }

    /// Reads an upload and checks that the keys are the statement's.
    ///
    /// The signature is ``SignedPrekeyBatch/check(of:in:)``'s.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Returns: the upload.
    /// - Throws: ``PrekeyError``.
    public static func decode(_ bytes: [UInt8]) throws(PrekeyError) -> PrekeyUpload {
        let (statement, keys) = try PrekeyError.wire { () throws(WireError) in
            var reader = WireReader(bytes)
            let statement = try SignedPrekeyBatch(from: &reader)
            let keys = try reader.vector(
                atMost: PrekeyBatch.limit * P256PublicKey.byteCount, "keys"
            ) { (reader) throws(WireError) in try reader.publicKey("keys") }
            try reader.expectEnd("PrekeyUpload")
            return (statement, keys)
        }
        do throws(PrekeyFault) {
            return try PrekeyUpload(statement, keys: keys)
        } catch {
            throw .fault(error)
        }
    }
}
