public import HoldfastCrypto

/// An entry of a device log with its signatures.
public struct SignedLogEntry: Sendable, Hashable {
    /// Who signs beside the author.
    public enum Witness: UInt8, Sendable, CaseIterable {
        /// The device that comes in, by its signing key.
        case newcomer = 1
        /// The person at the author's device, by its presence key.
        case presence = 2
        /// The recovery key that is being replaced.
        case recovery = 3

        /// What the witness's signature is for.
        public var purpose: SignaturePurpose {
            switch self {
            case .newcomer: .logConsent
            case .presence: .logApproval
            case .recovery: .logRecovery
            }
        }
    }

    /// The entry.
    public let entry: LogEntry
    /// The author's signature.
    public let signature: P256Signature
    /// The signatures of those who sign beside the author.
    public let witnesses: [Witness: P256Signature]
    /// The bytes that were signed; what is checked is what is used.
    let signedBytes: [UInt8]

    /// Puts an entry and its signatures together.
    ///
    /// - Parameters:
    ///   - entry: the entry.
    ///   - signature: the author's, of ``SignaturePurpose/logEntry`` over the entry's bytes.
    ///   - witnesses: the others', each of its own purpose over the same bytes.
    public init(
        _ entry: LogEntry, signature: P256Signature,
        witnesses: [Witness: P256Signature] = [:]
    ) {
        self.entry = entry
        self.signature = signature
        self.witnesses = witnesses
        signedBytes = entry.bytes
    }

    /// The entry's name.
    public var hash: EntryHash { LogEntry.hash(of: signedBytes) }

    /// The entry as it is sent and stored.
    public var bytes: [UInt8] {
        let sorted = witnesses.sorted { $0.key.rawValue < $1.key.rawValue }
        return WireWriter.encode { writer in
            writer.putVector(signedBytes)
            writer.put(signature.bytes)
            writer.putVector(of: sorted) { writer, witness in
                writer.put(witness.key.rawValue)
                writer.put(witness.value.bytes)
            }
        }
    }

    /// Reads an entry with its signatures, without checking them.
    ///
    /// - Parameter bytes: an entry as it is sent and stored.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        signedBytes = try reader.vector(
            atMost: LogEntry.deviceLimit * LogEntry.recordLimit + 256, "entry")
        entry = try LogEntry(signedBytes)
        signature = try reader.signature("signature")
        let pairs = try reader.vector(
            atMost: Witness.allCases.count * (1 + P256Signature.byteCount), "witnesses"
        ) { (reader) throws(WireError) in
            guard let witness = Witness(rawValue: try reader.byte("witness")) else {
                throw WireError(.newerVersion, in: "witness")
            }
            return (witness, try reader.signature("witness"))
        }
        let codes = pairs.map(\.0.rawValue)
        guard zip(codes, codes.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw WireError(.notCanonical, in: "witnesses")
        }
        witnesses = Dictionary(uniqueKeysWithValues: pairs)
        try reader.expectEnd("SignedLogEntry")
    }
}
