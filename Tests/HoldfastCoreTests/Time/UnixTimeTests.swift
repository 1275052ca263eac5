import Glibc
import HoldfastCore
import Testing

@Suite struct UnixTimeTests {
    @Test("known moments are written as RFC 3339 has them")
    func known() {
        let moments: [(Int64, String)] = [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
            (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
            (-2_203_891_201, "1900-02-28T23:59:59Z"), (-2_203_891_200, "1900-03-01T00:00:00Z"),
            (1_796_025_600, "2026-11-30T08:00:00Z"), (2_147_483_648, "2038-01-19T03:14:08Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
        ]
        for (seconds, text) in moments {
            #expect(UnixTime(seconds: seconds).description == text)
        }
    }

    @Test("every moment is written as the C library sees it")
    func againstTheLibrary() throws {
        // A step that is prime, so that all days of a year and seconds of a day come up.
        for seconds in stride(from: Int64(-62_135_596_800), to: 253_402_300_800, by: 7_654_321) {
            var (time, fields) = (time_t(seconds), tm())
            try #require(gmtime_r(&time, &fields) != nil)
            let numbers = [
                fields.tm_mon + 1, fields.tm_mday, fields.tm_hour, fields.tm_min, fields.tm_sec,
            ].map { $0 < 10 ? "0\($0)" : "\($0)" }
            let year = "\(fields.tm_year + 1900)"
            let text =
                String(repeating: "0", count: 4 - year.count) + year
                + "-\(numbers[0])-\(numbers[1])"
                + "T\(numbers[2]):\(numbers[3]):\(numbers[4])Z"
            #expect(UnixTime(seconds: seconds).description == text)
        }
    }

    @Test("times are ordered, also before 1970")
    func order() {
        let times = [Int64.min, -1, 0, 1, .max].map { UnixTime(seconds: $0) }
        #expect(times.reversed().sorted() == times)
        #expect(times.allSatisfy { $0.description.hasSuffix("Z") })
    }

    @Test("the system's clock tells the present time")
    func systemClock() {
        let before = time(nil)
        let now = SystemWallClock().now.seconds
        #expect(now >= Int64(before) && now <= Int64(time(nil)))
    }
}
