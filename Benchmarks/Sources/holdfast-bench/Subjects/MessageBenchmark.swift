import HoldfastWire

/// What one more device costs who sends a message, and what many of them cost who opens it.
enum MessageBenchmark {
    static let all = [
        Benchmark(
            id: "fanout-vs-age",
            what: "One message to one more device, grade C ÷ `age`'s marginal cost of one more"
                + " X25519 recipient, processor time",
            unit: .microseconds, bar: 0.8
        ) { workshop in
            let ours = try Fanout(.identity)
            let age = try AgeRecipients(
                directory: workshop.path("age"), counts: [1, 1 + deviceCount])
            return try .turns(
                rounds: 9, ours: ours.secondsPerDevice,
                peer: { try age.secondsPerRecipient(few: 1, many: 1 + deviceCount) })
        },
        Benchmark(
            id: "fanout-graded",
            what: "One message to one more device, grade A ÷ grade C, the prekey claimed before",
            unit: .microseconds, bar: 2.2
        ) { _ in
            let (best, least) = (try Fanout(.oneTime), try Fanout(.identity))
            return try .turns(rounds: 9, ours: best.secondsPerDevice, peer: least.secondsPerDevice)
        },
        Benchmark(
            id: "open-1000",
            what: "Opening a message for one of 1,000 devices, of 250 accounts ÷ for one of 1",
            unit: .microseconds, bar: 1.1
        ) { _ in
            let many = try MessagePeople(accounts: deviceCount / 4, devices: 4).opening()
            return try besideOne(many)
        },
        Benchmark(
            id: "open-1000-own",
            what: "Opening a message for one of 1,000 devices, all of one account ÷ for one of 1",
            unit: .microseconds, bar: 1.1
        ) { _ in
            try besideOne(try MessagePeople(accounts: 1, devices: deviceCount).opening())
        },
    ]

    fileprivate static let deviceCount = 1_000
    private static let openings = 400

    private static func besideOne(_ many: MessagePeople.Opening) throws -> Comparison {
        let one = try MessagePeople(accounts: 1, devices: 1).opening()
        return try .turns(
            rounds: 9, ours: { try ProcessorTime.secondsPerCall(openings, many.open) },
            peer: { try ProcessorTime.secondsPerCall(openings, one.open) })
    }
}

/// The same message to few devices and to many.
private struct Fanout {
    private let few: MessagePeople
    private let many: MessagePeople

    init(_ grade: SecrecyGrade) throws {
        few = try MessagePeople(accounts: 1, devices: 4, grade: grade)
        many = try MessagePeople(
            accounts: 1 + MessageBenchmark.deviceCount / 4, devices: 4, grade: grade)
    }

    /// The difference of the two, by the difference of their devices.
    func secondsPerDevice() throws -> Double {
        let most = try ProcessorTime.secondsPerOperation(3) { _ = try many.seal() }
        let least = try ProcessorTime.secondsPerOperation(20) { _ = try few.seal() }
        return (most - least) / Double(MessageBenchmark.deviceCount)
    }
}
