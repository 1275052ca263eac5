import CrashSupport
import Glibc
import HoldfastWire

/// A request that waits for a message, on its client's connection.
struct LongPoll {
    private let client: TestClient

    /// Begins to wait, for up to 50 seconds.
    init(_ client: TestClient, after: UInt64) throws {
        self.client = client
        try client.begin("GET", "/v1/inbox?after=\(after)&wait=50")
    }

    /// What came.
    func page() throws -> InboxPage {
        let answer = try client.connection.answer()
        guard answer.status == 200 else { throw try RelayRefusal(answer) }
        return try InboxPage(answer.body)
    }
}

/// The clock that never goes backwards.
enum RelayTime {
    static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
