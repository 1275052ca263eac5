#if os(Linux) && PostgreSQL
internal import Glibc
internal import HoldfastWire
internal import Synchronization

/// Tells other relays of an inbox that something lies in it, and hears it of them.
///
/// It is told after the commit and not within it: PostgreSQL lets only one transaction that
/// announces something commit at a time. What is not told, because a relay died in between, is found
/// when the wait ends; and after each connection anew everybody looks for himself.
final class PostgreSQLWakes: Sendable {
    private let place: DatabasePlace
    private let events: EventLog
    private let news = BlockingQueue<InboxName>(limit: 65_536)
    private let isEnding: Flag
    /// Stands before what this relay tells, which has woken its own already.
    private let tag: String
    private let speaker: WorkerThread
    private let listener = Mutex<WorkerThread?>(nil)
    private static let pollMilliseconds: Int32 = 500

    private final class Flag: Sendable {
        let value = Atomic(false)
    }

    /// Starts to tell.
    ///
    /// - Throws: ``RelayFailure`` if the system has no thread left.
    init(_ place: DatabasePlace, events: EventLog) throws(RelayFailure) {
        self.place = place
        self.events = events
        isEnding = Flag()
        let tag = String(UInt64.random(in: .min ... .max), radix: 16)
        self.tag = tag
        let news = news
        speaker = try WorkerThread { Self.speak(news, place, tag) }
    }

    /// Tells the other relays, soon.
    func announce(_ inboxes: [InboxName]) {
        // What finds no room is not lost: it is found when the wait ends.
        for inbox in inboxes where !news.push(inbox) { return }
    }

    /// Starts to hear.
    ///
    /// - Throws: ``RelayFailure`` if the system has no thread left.
    func listen(_ heard: @escaping @Sendable (InboxNews) -> Void) throws(RelayFailure) {
        let (place, events, flag, tag) = (place, events, isEnding, tag)
        let thread = try WorkerThread {
            while !flag.value.load(ordering: .relaxed) {
                do throws(PostgreSQLError) {
                    try Self.hear(place, flag, tag, heard)
                } catch {
                    events.write(.failure, "the database cannot be heard: SQLSTATE \(error.state)")
                    usleep(UInt32.random(in: 100_000...400_000))
                }
            }
        }
        listener.withLock { $0 = thread }
    }

    /// Ends both.
    func close() {
        isEnding.value.store(true, ordering: .relaxed)
        news.close()
        speaker.join()
        listener.withLock { $0 }?.join()
    }

    private static func hear(
        _ place: DatabasePlace, _ flag: Flag, _ tag: String, _ heard: (InboxNews) -> Void
    ) throws(PostgreSQLError) {
        let connection = try PostgreSQLConnection(place)
        try connection.execute("LISTEN holdfast_inbox")
        // What was told while nobody listened is found by looking.
        heard(.anything)
        var silence: Int32 = 0
        while !flag.value.load(ordering: .relaxed) {
            var socket = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
            let isSilent = poll(&socket, 1, pollMilliseconds) <= 0
            silence = isSilent ? silence + 1 : 0
            // A server that went away without a word is noticed by asking it.
            if isSilent, silence % 20 == 0 { try connection.execute("SELECT") }
            // Also what came with the answer to that.
            for text in try connection.announcements() where !text.hasPrefix(tag + " ") {
                for inbox in InboxName.list(text) { heard(.inbox(inbox)) }
            }
        }
    }

    private static func speak(
        _ news: BlockingQueue<InboxName>, _ place: DatabasePlace, _ tag: String
    ) {
        var connection: PostgreSQLConnection?
        while true {
            // 60 names of 128 digits are below the 8,000 bytes that one announcement may have.
            let inboxes = news.take(atMost: 60)
            if inboxes.isEmpty { return }
            for _ in 0..<2 {
                do throws(PostgreSQLError) {
                    if connection == nil { connection = try PostgreSQLConnection(place) }
                    try connection?.run(
                        "SELECT pg_notify('holdfast_inbox', $1)",
                        [.text("\(tag) \(InboxName.text(inboxes))")])
                    break
                } catch {
                    // Whoever listened has lost the connection too, and looks when it is back.
                    connection = nil
                }
            }
        }
    }
}

extension InboxName {
    /// The names as an announcement has them.
    fileprivate static func text(_ inboxes: [InboxName]) -> String {
        inboxes.map { Hexadecimal.text(of: $0.account.bytes + $0.device.bytes) }
            .joined(separator: " ")
    }

    /// The names of an announcement; what is none, such as another program's, is left out.
    fileprivate static func list(_ text: String) -> [InboxName] {
        text.split(separator: " ").compactMap { word in
            guard let bytes = Hexadecimal.bytes(word, count: 64),
                let account = AccountID(Array(bytes[..<32])),
                let device = DeviceID(Array(bytes[32...]))
            else { return nil }
            return InboxName(account: account, device: device)
        }
    }
}
#endif
