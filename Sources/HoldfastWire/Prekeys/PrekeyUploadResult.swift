/// What became of each prekey of an upload; one that is refused holds up no other.
public struct PrekeyUploadResult: Sendable, Hashable {
    /// What became of one prekey.
    public enum Outcome: UInt8, Sendable, CaseIterable {
        /// It is there now.
        case stored = 1
        /// It was there already, from the same statement.
        case known = 2
        /// It was there already, from another statement, which stays.
        case conflict = 3
        /// It was handed out already, and is not taken again.
        case used = 4
        /// The device has as many as it may have.
        case full = 5
    }

    /// One prekey and what became of it.
    public struct Line: Sendable, Hashable {
        /// The prekey.
        public let id: PrekeyID
        /// What became of it.
        public let outcome: Outcome

        /// Makes a line.
        ///
        /// - Parameters:
        ///   - id: the prekey.
        ///   - outcome: what became of it.
        public init(_ id: PrekeyID, _ outcome: Outcome) {
            self.id = id
            self.outcome = outcome
        }
    }

    /// One line for each prekey, in the upload's order.
    public let lines: [Line]

    /// Makes a result.
    ///
    /// - Parameter lines: one for each prekey, in the upload's order.
    public init(_ lines: [Line]) {
        self.lines = lines
    }
}

extension PrekeyUploadResult {
    /// The result as it is sent.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.putVector(of: lines) { writer, line in
                writer.put(line.id.bytes)
                writer.put(line.outcome.rawValue)
            }
        }
    }

    /// Reads a result.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        lines = try reader.vector(
            atMost: PrekeyBatch.limit * (PrekeyID.byteCount + 1), "lines"
        ) { (reader) throws(WireError) in
            let id = try reader.identifier(PrekeyID.self, "prekey")
            guard let outcome = Outcome(rawValue: try reader.byte("outcome")) else {
                throw WireError(.newerVersion, in: "outcome")
            }
            return Line(id, outcome)
        }
        try reader.expectEnd("PrekeyUploadResult")
    }
}
