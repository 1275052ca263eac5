#if os(Linux) && TPM
import HoldfastCore

/// What sealing gives and opening takes: all of it may be read by anybody.
///
/// - Note: Standard: `docs/formats/tpm.md`.
struct TPMSealedRecord: Sendable, Equatable {
    /// Whether opening needs an authorization.
    let hasAuthorization: Bool
    /// The registers whose values opening needs; 0 to 23.
    let registers: Set<Int>
    /// Which TPM opens it.
    let mark: TPMMark
    /// The sealed object.
    let object: TPMObject
}

extension TPMSealedRecord {
    private static let tag = Array("HFTS".utf8)
    private static let version: UInt8 = 1

    /// The record's bytes.
    var encoded: [UInt8] {
        ByteWriter.encode(reserving: 384) { writer in
            writer.put(Self.tag)
            writer.put(Self.version)
            writer.put(UInt8(hasAuthorization ? 1 : 0))
            writer.put(registers.registerBytes)
            mark.encode(into: &writer)
            object.encode(into: &writer)
        }
    }

    /// Takes a record's bytes and trusts none of them.
    ///
    /// - Throws: `DATA_CORRUPTED` if they are no record, `UNSUPPORTED` for a newer version.
    init(decoding bytes: [UInt8]) throws(KeychainError) {
        let decoded = try bytes.withRawBytes { (bytes) throws(KeychainError) in
            try Self.decoded(ByteReader(bytes))
        }
        guard let decoded else {
            throw KeychainError(.dataCorrupted, "what should be a sealed secret is none")
        }
        self = decoded
    }

    private static func decoded(
        _ bytes: ByteReader
    ) throws(KeychainError) -> TPMSealedRecord? {
        var reader = bytes
        guard reader.array(tag.count) == tag, let version = reader.number(UInt8.self) else {
            return nil
        }
        guard version == Self.version else {
            throw KeychainError(.unsupported, "the sealed secret is of a newer format")
        }
        guard let hasAuthorization = reader.number(UInt8.self), hasAuthorization <= 1,
            let registers = reader.array(3), let mark = TPMMark(decoding: &reader),
            let object = TPMObject(decoding: &reader), reader.remainingCount == 0
        else { return nil }
        return TPMSealedRecord(
            hasAuthorization: hasAuthorization == 1, registers: Set(registerBytes: registers),
            mark: mark, object: object)
    }
}

extension Set<Int> {
    /// Numbers 0 to 23 as bits, the lowest first in the first byte.
    ///
    /// - Note: TPM 2.0 Library, part 2, section 10.6.1.
    var registerBytes: [UInt8] {
        var bytes: [UInt8] = [0, 0, 0]
        for number in self { bytes[number / 8] |= 1 << UInt8(number % 8) }
        return bytes
    }

    init(registerBytes bytes: [UInt8]) {
        self.init((0..<24).filter { bytes[$0 / 8] & 1 << UInt8($0 % 8) != 0 })
    }
}

extension TPMMark {
    func encode(into writer: inout ByteWriter) {
        writer.put(parent)
        writer.put(device)
    }

    init?(decoding reader: inout ByteReader) {
        guard let parent = reader.array(Self.parentByteCount),
            let device = reader.array(Self.deviceByteCount)
        else { return nil }
        self.init(parent: parent, device: device)
    }
}

extension TPMObject {
    func encode(into writer: inout ByteWriter) {
        writer.putWithLength(publicArea)
        writer.putWithLength(privateArea)
    }

    init?(decoding reader: inout ByteReader) {
        guard let publicArea = reader.arrayWithLength(),
            let privateArea = reader.arrayWithLength()
        else { return nil }
        self.init(publicArea: publicArea, privateArea: privateArea)
    }
}
#endif
