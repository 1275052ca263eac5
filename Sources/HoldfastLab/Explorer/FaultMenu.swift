/// Everything that can go wrong at one call.
struct FaultMenu {
    let events: [PhoneEvent]

    /// All faults of a call: its failures on both sides of its effect, death on both sides, events.
    func faults(_ number: Int, _ call: PlatformCall) -> [Fault] {
        (failures(call) + deaths + events.map { .event($0) }).map {
            Fault(callNumber: number, $0)
        }
    }

    /// What can go wrong in addition at a call before which something happened.
    func faultsAfterEvent(_ number: Int, _ call: PlatformCall) -> [Fault] {
        (failures(call) + deaths).map { Fault(callNumber: number, $0) }
    }

    private let deaths: [Fault.Kind] = [.death(.beforeEffect), .death(.afterEffect)]

    private func failures(_ call: PlatformCall) -> [Fault.Kind] {
        call.failures.flatMap { failure in
            Fault.Moment.allCases.map { .failure(failure, $0) }
        }
    }

    init(events: [PhoneEvent]) {
        self.events = events
    }
}
