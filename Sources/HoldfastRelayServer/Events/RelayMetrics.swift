#if os(Linux)
internal import Synchronization

/// Counts of requests, by route and status and nothing else.
final class RelayMetrics: Sendable {
    private struct Key: Hashable {
        let route: String
        let status: UInt32
    }

    private struct State {
        var requests: [Key: Int] = [:]
        var milliseconds: [String: Int64] = [:]
        var inFlight = 0
    }

    private let state = Mutex(State())

    /// A request that is being done.
    struct Counted: Sendable {
        fileprivate let metrics: RelayMetrics
        fileprivate let start: Int64

        /// It was answered.
        func end(_ route: String, _ status: UInt32, _ milliseconds: Int64) {
            metrics.state.withLock { state in
                state.inFlight -= 1
                state.requests[Key(route: route, status: status), default: 0] += 1
                state.milliseconds[route, default: 0] += milliseconds - start
            }
        }
    }

    /// A request came whole.
    func begin(at milliseconds: Int64) -> Counted {
        state.withLock { $0.inFlight += 1 }
        return Counted(metrics: self, start: milliseconds)
    }

    /// A request was refused before it was whole.
    func countRefusal(_ status: UInt32) {
        state.withLock { $0.requests[Key(route: "none", status: status), default: 0] += 1 }
    }

    /// How many are being done, those that wait for messages included.
    var inFlight: Int { state.withLock { $0.inFlight } }

    /// The counts in the text form of Prometheus.
    ///
    /// - Note: https://prometheus.io/docs/instrumenting/exposition_formats/
    func text(gauges: [(name: String, value: Int)]) -> String {
        let state = state.withLock { $0 }
        var lines = ["# TYPE holdfast_relay_requests_total counter"]
        for (key, count) in state.requests.sorted(by: {
            ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
        }) {
            lines.append(
                "holdfast_relay_requests_total{route=\"\(key.route)\",status=\"\(key.status)\"}"
                    + " \(count)")
        }
        lines.append("# TYPE holdfast_relay_request_seconds_total counter")
        for (route, time) in state.milliseconds.sorted(by: { $0.key < $1.key }) {
            let seconds = "\(time / 1_000)." + String(1_000 + time % 1_000).dropFirst()
            lines.append("holdfast_relay_request_seconds_total{route=\"\(route)\"} \(seconds)")
        }
        for (name, value) in gauges + [("requests_in_flight", state.inFlight)] {
            lines += ["# TYPE holdfast_relay_\(name) gauge", "holdfast_relay_\(name) \(value)"]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
#endif
