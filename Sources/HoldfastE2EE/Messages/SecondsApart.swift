extension Int64 {
    /// How many seconds a time is later than another one, as far as a number can say it: the times
    /// come from outside, and can be at both ends.
    func secondsSince(_ other: Int64) -> Int64 {
        let (difference, overflows) = subtractingReportingOverflow(other)
        guard overflows else { return difference }
        return self > other ? .max : .min
    }
}
