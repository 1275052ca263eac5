/// One row of the table: what is compared, and what must come out.
struct Benchmark: Sendable {
    /// Its name in the results and on the command line.
    let id: String
    /// What is compared with what, in one line.
    let what: String
    /// How the two figures are told.
    let unit: Unit
    /// What the ratio must reach; `nil` if it is only told.
    let bar: Double?
    /// Does the work.
    let measure: @Sendable (Workshop) throws -> Comparison

    /// A figure's unit, and with it which direction is better.
    enum Unit: String, Sendable {
        case readsPerSecond = "reads/s"
        case writesPerSecond = "writes/s"
        case milliseconds = "ms"
        case microseconds = "µs"
        case seconds = "s"
        case playsPerSecond = "plays/s"
        case requestsPerSecond = "requests/s"
        case messagesPerSecond = "messages/s"
        case megabytes = "MB"
        case kilobytes = "KB"
        case megabytesPerSecond = "MB/s"

        /// A time per operation in this unit; a number of bytes is no time and stays as it is.
        func figure(ofSeconds seconds: Double) -> Double {
            switch self {
            case .readsPerSecond, .writesPerSecond, .playsPerSecond, .requestsPerSecond,
                .messagesPerSecond, .megabytesPerSecond:
                1 / seconds
            case .milliseconds: seconds * 1e3
            case .microseconds: seconds * 1e6
            case .seconds, .megabytes, .kilobytes: seconds
            }
        }

        var better: Row.Better {
            switch self {
            case .readsPerSecond, .writesPerSecond, .playsPerSecond, .requestsPerSecond,
                .messagesPerSecond, .megabytesPerSecond:
                .higher
            case .milliseconds, .microseconds, .seconds, .megabytes, .kilobytes: .lower
            }
        }
    }

    /// Measures, and judges what came out.
    func run(_ workshop: Workshop) throws -> Row {
        let comparison = try measure(workshop)
        return Row(
            id: id, what: what, unit: unit.rawValue,
            ours: unit.figure(ofSeconds: comparison.ours.median),
            peer: unit.figure(ofSeconds: comparison.peer.median),
            bar: bar, better: unit.better, samples: comparison.ours.count)
    }

    /// All of them, in the order in which they run and stand in the page.
    static let all = Area.all.flatMap(\.benchmarks)
}
