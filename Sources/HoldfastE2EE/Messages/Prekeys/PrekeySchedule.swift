/// When prekeys are made, replaced and given up; in seconds, but for the counts.
public struct PrekeySchedule: Sendable, Hashable {
    /// How many one-time prekeys the server should have.
    public var oneTimeCount = 100
    /// Below how many it gets more.
    public var oneTimeLowWater = 60
    /// How long a signed prekey is handed out before another takes its place: 7 days.
    public var signedPeriod: Int64 = 7 * 86_400
    /// How long senders may use a prekey: 37 days, so that a device that is away for a month still
    /// gets its messages at grade B.
    public var validity: Int64 = 37 * 86_400
    /// How long a message can be on its way: 30 days in a queue, and 2 between claim and upload.
    public var longestDelay: Int64 = 32 * 86_400
    /// How long an epoch lasts: 7 days.
    public var epochPeriod: Int64 = 7 * 86_400
    /// How far the clock of this device and that of the server may be apart: a day.
    public var clockTolerance: Int64 = 86_400

    /// The schedule that Holdfast uses.
    public init() {}
}
