import HoldfastCore

/// What is noted about this installation in the app's own folder, which goes with the app.
///
/// It is written before the sentinel is, and finished after everything else, so that a process that
/// dies in between leaves the next one with the same question and the same answer.
struct InstallationRecord: Sendable, Equatable {
    /// How this installation began; never ``Installation/same``.
    var origin: Installation
    /// Whether all that a beginning has to do is done.
    var isSettled: Bool
    /// Whether the ledger is known to hold every private item of the keychain.
    var hasCompleteLedger: Bool
    /// The sentinel that belongs to it, 16 bytes.
    var sentinel: [UInt8]

    static let fileName = "installation"
    /// The file by which a restored backup is told from an installation without one.
    static let markerName = "marker"

    private static let magic = Array("HFin".utf8)
    private static let format: UInt8 = 1

    var encoded: [UInt8] {
        ByteWriter.encode { writer in
            writer.put(Self.magic)
            writer.put(Self.format)
            writer.put(originCode)
            writer.put(UInt8(isSettled ? 1 : 0))
            writer.put(UInt8(hasCompleteLedger ? 1 : 0))
            writer.put(sentinel)
        }
    }

    /// Takes a file; `nil` for one that was cut or never was a record, which begins anew.
    ///
    /// - Throws: `UNSUPPORTED` for a newer format.
    static func decode(_ bytes: [UInt8]) throws(KeychainError) -> InstallationRecord? {
        let answer = bytes.withUnsafeBytes { buffer in
            Result { () throws(KeychainError) in
                var reader = ByteReader(buffer)
                return try decode(&reader)
            }
        }
        return try answer.get()
    }

    private static func decode(
        _ reader: inout ByteReader
    ) throws(KeychainError) -> InstallationRecord? {
        guard reader.array(magic.count) == magic, let found = reader.number(UInt8.self) else {
            return nil
        }
        if found > format {
            throw KeychainError(
                .unsupported, "the app's folder has format \(found), a newer one")
        }
        guard let origin = origin(reader.number(UInt8.self)),
            let isSettled = reader.number(UInt8.self), let isComplete = reader.number(UInt8.self),
            let sentinel = reader.array(Sentinel.idByteCount), reader.remainingCount == 0
        else { return nil }
        return InstallationRecord(
            origin: origin, isSettled: isSettled == 1, hasCompleteLedger: isComplete == 1,
            sentinel: sentinel)
    }

    private var originCode: UInt8 {
        switch origin {
        case .same, .new: 1
        case .reinstalled: 2
        case .restored: 3
        }
    }

    private static func origin(_ code: UInt8?) -> Installation? {
        switch code {
        case 1: .new
        case 2: .reinstalled
        case 3: .restored
        default: nil
        }
    }
}
