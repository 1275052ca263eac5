/// Finds the events for which it makes no difference whether they happen just before a call or just
/// before the next one.
///
/// From each call on there is beside the phone another one, its shadow, on which the event has
/// happened before that call. Both are asked the same. If the shadow answered everything as the
/// phone did until the next call, and is then in the state that the phone has once the event
/// happened to it, no app can tell the two apart: it was told the same, and what it finds from there
/// on is the same.
struct EventShadows: Sendable {
    private let events: [PhoneEvent]
    /// By event; `nil` where something was answered differently.
    private var shadows: [PhoneState?]
    private(set) var postponable: [Int: Set<PhoneEvent>] = [:]

    /// Takes the events; those that may take keys are left out, since from when an item was stored
    /// before one of them follows what may become of it.
    init(_ events: [PhoneEvent]) {
        self.events = events.filter { !$0.takesKeys }
        shadows = self.events.map { _ in nil }
    }

    /// Takes the phone just before a call.
    mutating func callBegins(_ phone: PhoneState) {
        var phone = phone
        phone.trace = []
        for index in events.indices {
            var later = phone
            later.apply(events[index])
            later.trace = []
            if let shadow = shadows[index], shadow == later {
                postponable[phone.callCount, default: []].insert(events[index])
            }
            // Whoever observes the lock is told of it, which no answer shows.
            let isTold = later.device.isUnlocked != phone.device.isUnlocked
            shadows[index] = isTold ? nil : later
        }
    }

    /// Asks the shadows what the phone is asked.
    mutating func run<Answer>(_ body: (inout PhoneState) -> Answer) -> [Answer?] {
        shadows.indices.map { index in
            guard var shadow = shadows[index] else { return nil }
            shadows[index] = nil
            let answer = body(&shadow)
            shadow.trace = []
            shadows[index] = shadow
            return answer
        }
    }

    /// Ends the shadows that answered something else than the phone.
    mutating func keep<Answer: Equatable>(_ answers: [Answer?], equalTo answer: Answer) {
        for (index, other) in answers.enumerated() where other != answer {
            shadows[index] = nil
        }
    }

    /// Ends all shadows.
    mutating func end() {
        shadows = events.map { _ in nil }
    }
}
