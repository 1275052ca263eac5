package import HoldfastCrypto

extension DeviceRecord {
    /// 64 scalars have at most so many bytes.
    private static let longestName = 256

    /// The structure by itself, as a device keeps its own.
    public var bytes: [UInt8] { WireWriter.encode { write(to: &$0) } }

    /// Reads the structure by itself.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try self.init(from: &reader)
        try reader.expectEnd("DeviceRecord")
    }

    /// Writes the structure `DeviceRecord`.
    func write(to writer: inout WireWriter) {
        writer.put(slot.bytes)
        writer.putVector(name.utf8)
        writer.put(signingKey.bytes)
        writer.put(signingGrade.rawValue)
        writer.put(agreementKey.bytes)
        writer.put(agreementGrade.rawValue)
        writer.putOptional(presenceKey) { $0.put($1.bytes) }
    }

    /// Reads the structure `DeviceRecord`.
    init(from reader: inout WireReader) throws(WireError) {
        let slot = try reader.slot("slot")
        let utf8 = try reader.vector(atMost: Self.longestName, "name")
        guard let name = String(validating: utf8, as: UTF8.self) else {
            throw WireError(.invalidValue, in: "name")
        }
        let signingKey = try reader.publicKey("signing_key")
        let signingGrade = GradeCode(rawValue: try reader.byte("signing_grade"))
        let agreementKey = try reader.publicKey("agreement_key")
        let agreementGrade = GradeCode(rawValue: try reader.byte("agreement_grade"))
        let presenceKey = try reader.optional("presence_key") { (reader) throws(WireError) in
            try reader.publicKey("presence_key")
        }
        try self.init(
            slot: slot, name: name, signingKey: signingKey, signingGrade: signingGrade,
            agreementKey: agreementKey, agreementGrade: agreementGrade, presenceKey: presenceKey)
    }
}

extension WireReader {
    /// A point of P-256, uncompressed.
    ///
    /// - Parameter field: the field's name, for the error.
    /// - Returns: the key.
    /// - Throws: ``WireError`` with `truncated`, or `invalidValue` for what is no point of the curve.
    package mutating func publicKey(_ field: StaticString) throws(WireError) -> P256PublicKey {
        let bytes = try raw(P256PublicKey.byteCount, field)
        do throws(CryptoError) {
            return try P256PublicKey(bytes)
        } catch {
            throw WireError(.invalidValue, in: field)
        }
    }

    /// A signature by ECDSA, r and s.
    ///
    /// - Parameter field: the field's name, for the error.
    /// - Returns: the signature, not yet checked.
    /// - Throws: ``WireError`` with `truncated`, or `invalidValue` for numbers out of their range.
    package mutating func signature(_ field: StaticString) throws(WireError) -> P256Signature {
        let bytes = try raw(P256Signature.byteCount, field)
        do throws(CryptoError) {
            return try P256Signature(bytes)
        } catch {
            throw WireError(.invalidValue, in: field)
        }
    }

    /// A slot's 16 bytes.
    ///
    /// - Parameter field: the field's name, for the error.
    /// - Returns: the slot.
    /// - Throws: ``WireError`` with `truncated`.
    package mutating func slot(_ field: StaticString) throws(WireError) -> SlotID {
        guard let slot = SlotID(try raw(SlotID.byteCount, field)) else {
            throw WireError(.truncated, in: field)
        }
        return slot
    }
}
