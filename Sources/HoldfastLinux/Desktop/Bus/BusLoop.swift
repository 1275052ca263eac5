#if os(Linux) && Desktop
import HoldfastCore

/// What a connection's thread does: takes commands, hands out answers and signals, keeps time.
final class BusLoop {
    /// Somebody who waits for an answer.
    private struct Waiting {
        let end: UInt64
        /// The one sender that can answer, where the call named it.
        let sender: String?
        let answer: (Result<BusMessage, BusFailure>) -> Void
    }

    private struct Follower {
        let match: BusMatch
        let deliver: @Sendable (BusEvent) -> Void
    }

    private static let busName = "org.freedesktop.DBus"
    private static let busPath = "/org/freedesktop/DBus"
    /// So that a flood of messages does not keep commands and time-outs waiting.
    private static let stepsAtATime = 64

    private let connection: BusConnection
    private let mailbox: BusMailbox
    private var waiting: [UInt64: Waiting] = [:]
    private var followers: [Int: Follower] = [:]
    /// Who has the names that somebody follows, as far as it is known.
    private var owners: [String: String] = [:]
    private var isClosed = false

    init(_ connection: BusConnection, _ mailbox: BusMailbox) {
        self.connection = connection
        self.mailbox = mailbox
    }

    /// Serves until it is told to close or the bus goes away.
    func run() {
        do throws(BusFailure) {
            while !isClosed {
                for command in mailbox.takeAll() { take(command) }
                let isIdle = try process()
                expire()
                if isIdle, !isClosed {
                    try connection.wait(or: mailbox.wakeEnd, until: waiting.values.map(\.end).min())
                }
            }
            end(.gone)
        } catch {
            end(error)
        }
    }

    private func end(_ failure: BusFailure) {
        mailbox.end(failure)
        for (_, entry) in waiting { entry.answer(.failure(failure)) }
        for (_, follower) in followers { follower.deliver(.ended(failure)) }
        (waiting, followers) = ([:], [:])
    }

    // MARK: Commands

    private func take(_ command: BusCommand) {
        switch command {
        case .call(let call, let timeout, let answer): send(call, timeout, answer)
        case .follow(let number, let match, let deliver, let answer):
            follow(number, match, deliver, answer)
        case .leave(let number): leave(number)
        case .close: isClosed = true
        }
    }

    private func send(
        _ call: BusCall, _ timeout: Duration,
        _ answer: @escaping (Result<BusMessage, BusFailure>) -> Void
    ) {
        do throws(BusFailure) {
            let cookie = try connection.send(call)
            let isExact = Self.isExact(call.destination)
            waiting[cookie] = Waiting(
                end: BusClock.now + UInt64(clamping: timeout.milliseconds) * 1000,
                sender: isExact ? call.destination : nil, answer: answer)
        } catch {
            answer(.failure(error))
        }
    }

    /// Whether a name is one sender's for ever: a unique name, or the bus's own.
    private static func isExact(_ name: String) -> Bool {
        name.hasPrefix(":") || name == busName
    }

    private func follow(
        _ number: Int, _ match: BusMatch, _ deliver: @escaping @Sendable (BusEvent) -> Void,
        _ answer: @escaping @Sendable (Result<BusMessage, BusFailure>) -> Void
    ) {
        followers[number] = Follower(match: match, deliver: deliver)
        // The bus answers in the order of the calls: whoever has the name is known, and each change
        // of it is told, before the last of the three is answered.
        if match.sender != Self.busName { watchOwner(of: match.sender) }
        askBus("AddMatch", [.text(match.rule)], answer)
    }

    private func leave(_ number: Int) {
        guard let follower = followers.removeValue(forKey: number) else { return }
        askBus("RemoveMatch", [.text(follower.match.rule)]) { _ in
            // The rule goes with the connection at the latest.
        }
    }

    private func watchOwner(of name: String) {
        let rule =
            "type='signal',sender='\(Self.busName)',interface='\(Self.busName)',"
            + "member='NameOwnerChanged',arg0='\(name)'"
        askBus("AddMatch", [.text(rule)]) { _ in
            // Refused for too many rules; then the next call is refused as well.
        }
        askBus("GetNameOwner", [.text(name)]) { [self] result in
            // An error says that nobody has it.
            if case .success(let message) = result { owners[name] = message.body.first?.text }
        }
    }

    private func askBus(
        _ member: String, _ arguments: [BusCall.Argument],
        _ answer: @escaping (Result<BusMessage, BusFailure>) -> Void
    ) {
        let call = BusCall(Self.busName, Self.busPath, Self.busName, member, arguments)
        send(call, Bus.standardTimeout, answer)
    }

    // MARK: Messages

    /// Whether there is nothing left to process.
    private func process() throws(BusFailure) -> Bool {
        for _ in 0..<Self.stepsAtATime {
            switch try connection.process() {
            case .idle: return true
            case .progress: continue
            case .answer(let cookie, let sender, let result): answer(cookie, sender, result)
            case .signal(let message): deliver(message)
            }
        }
        return false
    }

    private func answer(
        _ cookie: UInt64, _ sender: String?, _ result: Result<BusMessage, BusFailure>
    ) {
        guard let entry = waiting[cookie] else { return }
        // An error for a name that nobody has comes from the bus itself.
        if let expected = entry.sender, sender != expected, sender != Self.busName { return }
        waiting[cookie] = nil
        entry.answer(result)
    }

    private func expire() {
        let now = BusClock.now
        for (cookie, entry) in waiting where entry.end <= now {
            waiting[cookie] = nil
            entry.answer(.failure(.timedOut))
        }
    }

    private func deliver(_ message: BusMessage) {
        if message.sender == Self.busName, message.interface == Self.busName,
            message.member == "NameOwnerChanged"
        {
            changeOwner(message)
        }
        for (_, follower) in followers where follower.match.fits(message) {
            let name = follower.match.sender
            let owner = name == Self.busName ? name : owners[name]
            if let owner, owner == message.sender { follower.deliver(.signal(message)) }
        }
    }

    private func changeOwner(_ message: BusMessage) {
        guard message.body.count == 3, let name = message.body[0].text,
            let new = message.body[2].text
        else { return }
        let owner = new.isEmpty ? nil : new
        owners[name] = owner
        for (_, follower) in followers where follower.match.sender == name {
            follower.deliver(.ownerChanged(owner))
        }
    }
}
#endif
