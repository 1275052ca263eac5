extension DeviceLog {
    /// How a place that somebody names lies to this log.
    public enum Relation: Sendable, Equatable {
        /// It is the newest entry.
        case same
        /// It is an older entry of this log.
        case older
        /// It is beyond this log, which may be out of date.
        case newer
        /// This log has another entry at that place: somebody was shown something else.
        case forked
    }

    /// Compares a place with this log.
    ///
    /// - Parameter other: a place that a message, a pin or a QR code names.
    /// - Returns: how it lies to this log.
    public func relation(to other: LogHead) -> Relation {
        guard other.sequence < UInt64(hashes.count) else { return .newer }
        guard hashes[Int(other.sequence)] == other.hash else { return .forked }
        return other.sequence == head.sequence ? .same : .older
    }
}
