public import HoldfastCore
import HoldfastWire

/// How a device's backup has done: what a status shows, and what warns in time.
public struct BackupHealth: Sendable, Hashable {
    /// When the person agreed that a lost phrase is a lost backup.
    public let agreed: UnixTime
    /// When a backup was last finished and verified after writing.
    public internal(set) var lastSuccess: UnixTime?
    /// Since when each try has failed; `nil` if the last one did not.
    public internal(set) var failingSince: UnixTime?
    /// Why the last try failed, as a code of the catalogue.
    public internal(set) var lastFailure: String?
    /// When all of the newest generation was last read back and opened.
    public internal(set) var lastVerified: UnixTime?

    /// What to tell the person.
    public enum Verdict: String, Sendable, CaseIterable {
        /// The last backup is young and the last try succeeded.
        case good
        /// No backup was finished yet, and none has failed.
        case new
        /// The last good backup is too old.
        case tooOld
        /// Backups have failed for so long that the person should know.
        case failing
    }

    /// After this many seconds without a good backup the person is told: 3 days.
    public static let warningSeconds: Int64 = 259_200

    /// Judges the backup.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - seconds: how old a backup may be.
    /// - Returns: `failing` or `tooOld` when the person is to be told (P9).
    public func verdict(
        at now: UnixTime, after seconds: Int64 = warningSeconds
    ) -> Verdict {
        let age = now.seconds - (lastSuccess ?? agreed).seconds
        if age > seconds { return failingSince == nil ? .tooOld : .failing }
        return lastSuccess == nil ? .new : .good
    }

    init(agreed: UnixTime) { self.agreed = agreed }

    func write(to writer: inout WireWriter) {
        writer.put(agreed.seconds)
        writer.putOptional(lastSuccess) { $0.put($1.seconds) }
        writer.putOptional(failingSince) { $0.put($1.seconds) }
        writer.putOptional(lastFailure) { $0.putVector($1.utf8) }
        writer.putOptional(lastVerified) { $0.put($1.seconds) }
    }

    init(from reader: inout WireReader) throws(WireError) {
        agreed = try reader.time("agreed")
        lastSuccess = try reader.optional("last_success") { (reader) throws(WireError) in
            try reader.time("last_success")
        }
        failingSince = try reader.optional("failing_since") { (reader) throws(WireError) in
            try reader.time("failing_since")
        }
        lastFailure = try reader.optional("last_failure") { (reader) throws(WireError) in
            String(decoding: try reader.vector(atMost: 64, "last_failure"), as: UTF8.self)
        }
        lastVerified = try reader.optional("last_verified") { (reader) throws(WireError) in
            try reader.time("last_verified")
        }
    }
}

extension WireReader {
    fileprivate mutating func time(_ field: StaticString) throws(WireError) -> UnixTime {
        UnixTime(seconds: Int64(bitPattern: try number64(field)))
    }
}
