import HoldfastCrypto

/// A phone's state under its lock, and on request beside it what it would be had something
/// happened just before the last call (``EventShadows``).
///
/// Whatever reaches the state comes through here, so the shadows miss nothing: what cannot be
/// compared ends them.
final class PhoneCell: Sendable {
    private let content: Locked<Content>

    private struct Content {
        var state: PhoneState
        var shadows: EventShadows?
    }

    init(_ state: PhoneState) {
        content = Locked(Content(state: state))
    }

    /// Runs a body with the state; its answer is compared with that of the shadows.
    func withLock<Answer: Equatable & Sendable>(
        _ body: (inout PhoneState) -> Answer
    ) -> Answer {
        content.withLock { content in
            guard content.shadows != nil else { return body(&content.state) }
            let others = content.shadows?.run(body) ?? []
            let answer = body(&content.state)
            content.shadows?.keep(others, equalTo: answer)
            return answer
        }
    }

    /// Runs a body that answers nothing.
    func withLock(_ body: (inout PhoneState) -> Void) {
        content.withLock { content in
            _ = content.shadows?.run(body)
            body(&content.state)
        }
    }

    /// Runs a body whose answer cannot be compared, which ends the shadows.
    func withLock<Answer: Sendable>(_ body: (inout PhoneState) -> Answer) -> Answer {
        content.withLock { content in
            content.shadows?.end()
            return body(&content.state)
        }
    }

    /// Runs a body that only notes, or asks for what was noted; nothing that an app is told comes of
    /// its answer.
    func withoutShadows<Answer: Sendable>(_ body: (inout PhoneState) -> Answer) -> Answer {
        content.withLock { body(&$0.state) }
    }

    /// Runs the body of a platform call of a process.
    func call<Answer: Equatable & Sendable>(
        by process: Int, _ body: (inout PhoneState) -> Answer
    ) -> Answer {
        content.withLock { content in
            if content.shadows != nil, content.state.livingProcesses[process] != nil {
                content.shadows?.callBegins(content.state)
            }
        }
        return withLock(body)
    }

    /// Finds out from now on which events may come a call later.
    func findPostponable(_ events: [PhoneEvent]) {
        content.withLock { $0.shadows = EventShadows(events) }
    }

    /// Which events may come just before the next call instead, by the number of the call.
    var postponable: [Int: Set<PhoneEvent>] {
        content.withLock { $0.shadows?.postponable ?? [:] }
    }
}
