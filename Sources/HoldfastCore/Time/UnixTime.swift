/// A moment, as whole seconds since 1970-01-01 00:00:00 UTC without leap seconds.
public struct UnixTime: Hashable, Sendable, Comparable {
    /// Seconds since 1970; negative before it.
    public let seconds: Int64

    /// Takes a moment by its seconds.
    ///
    /// - Parameter seconds: seconds since 1970.
    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// Whether `left` is earlier.
    public static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.seconds < right.seconds
    }
}

extension UnixTime: CustomStringConvertible {
    /// The moment in UTC as RFC 3339 has it: `2026-11-30T08:00:00Z`.
    public var description: String {
        let (days, second) = seconds.quotientAndRemainder(flooringBy: 86_400)
        let (year, month, day) = Self.civilDate(daysSince1970: days)
        let time = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }
        return Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) + "T"
            + time.joined(separator: ":") + "Z"
    }

    /// The proleptic Gregorian date of a day, by counting 400-year eras that begin on March 1st.
    private static func civilDate(
        daysSince1970: Int64
    ) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (daysSince1970 + 719_468).quotientAndRemainder(flooringBy: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    fileprivate func quotientAndRemainder(flooringBy divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
