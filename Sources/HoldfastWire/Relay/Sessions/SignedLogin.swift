public import HoldfastCrypto

/// A login as it is sent: the statement and its device's signature.
public struct SignedLogin: Sendable, Hashable {
    /// The statement.
    public let statement: LoginStatement
    /// The device's signature, of ``SignaturePurpose/relayLogin``.
    public let signature: P256Signature

    /// Puts a statement and its signature together.
    ///
    /// - Parameters:
    ///   - statement: the statement.
    ///   - signature: the device's, of ``SignaturePurpose/relayLogin`` over the statement's bytes.
    public init(_ statement: LoginStatement, signature: P256Signature) {
        self.statement = statement
        self.signature = signature
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.putVector(statement.bytes)
            writer.put(signature.bytes)
        }
    }

    /// Reads the structure, without checking the signature.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        statement = try LoginStatement(try reader.vector(atMost: 1_024, "statement"))
        signature = try reader.signature("signature")
        try reader.expectEnd("SignedLogin")
    }
}
