import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// One promise of a history, checked on a fresh one.
///
/// A case imports no test framework, so that it runs under Swift Testing, XCTest or a program.
public struct HistoryCase: Sendable, CustomStringConvertible {
    /// What is promised, in a sentence that begins with the promise's number: `P1: …`.
    public let name: String

    private let body: @Sendable (HistoryExamination) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (HistoryExamination) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// The case's name.
    public var description: String { name }

    /// Checks the promise.
    ///
    /// - Parameter subject: a history that nobody else uses, in the state that ``HistorySubject``
    ///   describes. What the case leaves in it is of no use.
    /// - Returns: ``ConformanceOutcome/kept``, or that the case needs a control that the subject
    ///   lacks. Whoever runs the suite must look at it: a case that was not checked has not passed.
    /// - Throws: ``ConformanceFailure`` if the history breaks the promise.
    public func check(
        _ subject: HistorySubject
    ) async throws(ConformanceFailure) -> ConformanceOutcome {
        try await ConformanceOutcome.of {
            try await body(
                HistoryExamination(subject: subject, sample: try HistorySample()))
        }
    }
}

/// A case at work.
struct HistoryExamination: Sendable, Expectations {
    let subject: HistorySubject
    let sample: HistorySample

    var history: any MessageHistory & IdentityDatabase { subject.history }

    func reopen() async throws -> any MessageHistory & IdentityDatabase {
        guard let reopen = subject.reopen else {
            throw MissingControl(reason: "the subject has no control reopen")
        }
        return try await reopen()
    }

    /// Makes a change of the prekeys.
    func apply(_ change: PrekeyChange) async throws {
        try await history.apply(change)
    }

    /// Gives a prekey up, and expects that its tombstone says when and why.
    func bury(_ number: UInt64, _ reason: PrekeyTombstone.Reason) async throws {
        let tombstone = PrekeyTombstone(try sample.prekey(number), reason, removed: 9)
        try await apply(
            PrekeyChange(examining: try sample.state(), rows: [], removed: [tombstone]))
        let trace = try await history.prekey(tombstone.id)
        try expect(trace == .tombstone(tombstone), "the tombstone says when and why")
    }

    /// Writes an identity's entry, and expects to read it.
    func expectIdentity(_ entry: [UInt8]) async throws {
        try await history.writeIdentity(entry)
        let found = try await history.readIdentity()
        try expect(found == entry, "\(entry.count) bytes")
    }

    /// What a history remembers of a message of the sample.
    func recollection(
        _ number: UInt64, counter: UInt64? = nil, in other: (any MessageHistory)? = nil
    ) async throws -> Recollection {
        try await (other ?? history).recollection(
            of: try sample.message(number), from: sample.device.id, counter: counter ?? number + 1)
    }

    func expectOpened(
        _ number: UInt64, attempt: UInt16 = 0, _ what: String,
        in other: (any MessageHistory)? = nil
    ) async throws {
        let known = try await recollection(number, in: other).known
        let wanted = KnownMessage(
            content: try sample.body(number).contentID, attempt: attempt, isOpened: true)
        try expect(known == wanted, "\(what): the message is known with its content")
    }

    func expectTombstone(
        _ number: UInt64, _ reason: PrekeyTombstone.Reason, _ what: String,
        in other: (any MessageHistory)? = nil
    ) async throws {
        guard
            case .tombstone(let found) = try await (other ?? history).prekey(
                try sample.prekey(number))
        else { throw ConformanceFailure("\(what): there is no tombstone") }
        try expect(found.reason == reason, "\(what): the tombstone's reason")
        let rows = try await (other ?? history).prekeyRows()
        try expect(rows.allSatisfy { $0.id != found.id }, "\(what): no row is left")
    }
}
