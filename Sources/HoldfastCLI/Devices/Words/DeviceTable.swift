import HoldfastCore
import HoldfastWire

/// The devices of an account, as its log has them, for people and for scripts.
struct DeviceTable {
    private let account: AccountLog
    private let own: DeviceID

    /// Takes a log.
    ///
    /// - Parameters:
    ///   - account: the account's verified log.
    ///   - own: this vault's device.
    init(_ account: AccountLog, own: DeviceID) {
        self.account = account
        self.own = own
    }

    /// One of the account's devices.
    private struct Row {
        let member: LogMember
        let isOwn: Bool
        /// Who let it in, and when by that one's own words.
        let author: String
        let created: UnixTime
        let isWaiting: Bool

        var id: String { "\(member.record.id)" }

        /// A few words.
        var state: String {
            switch member.standing {
            case .active: isWaiting ? "waiting" : "active"
            case .removed(_, let reason, _): "removed (\(LogText.word(reason)))"
            }
        }
    }

    private var rows: [Row] {
        let facts = account.log.facts
        return facts.members.values.sorted { ($0.since, $0.record.id) < ($1.since, $1.record.id) }
            .map { member in
                let entry = account.entries[Int(member.since)].entry
                return Row(
                    member: member, isOwn: member.record.id == own, author: name(of: entry.author),
                    created: UnixTime(seconds: entry.created),
                    isWaiting: account.log.pending.contains {
                        $0.newcomers.contains(member.record.id)
                    })
            }
    }

    /// Lines of a table, and below it what waits.
    var text: String {
        let cells = rows.map { row in
            [
                row.id, Quoted.escaped(row.member.record.name), row.state,
                GradeText.word(row.member.record.signingGrade), row.author, "\(row.created)",
                row.isOwn ? "this one" : "",
            ]
        }
        let table = TextTable.text(
            [["device", "name", "state", "key", "let in by", "at", ""]] + cells)
        return Self.withoutBlankEnds(table) + account.log.pending.map { line($0) + "\n" }.joined()
    }

    /// The same as JSON.
    var json: JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.member("account", Hexadecimal.text(of: account.log.account.bytes))
            json.member("head", Int(clamping: account.log.head.sequence))
            json.member("headHash", Hexadecimal.text(of: account.log.head.hash.bytes))
            json.name("devices")
            json.array { json in
                for row in rows { json.object { Self.members(of: row, into: &$0) } }
            }
            json.name("waiting")
            json.array { json in
                for change in account.log.pending { json.object { members(of: change, into: &$0) } }
            }
        }
        return json
    }

    private static func members(of row: Row, into json: inout JSONWriter) {
        let record = row.member.record
        json.member("device", Hexadecimal.text(of: record.id.bytes))
        json.member("name", record.name)
        json.member("slot", record.slot.hex)
        json.member("isThisDevice", row.isOwn)
        json.member("isActive", row.member.isActive)
        json.member("isWaiting", row.isWaiting)
        json.member("since", Int(clamping: row.member.since))
        json.member("letInBy", row.author)
        json.member("letInAt", row.created.description)
        json.member("signingGrade", GradeText.word(record.signingGrade))
        json.member("agreementGrade", GradeText.word(record.agreementGrade))
        json.member("hasPresenceKey", record.presenceKey != nil)
        var removal: (at: UInt64, reason: String)?
        if case .removed(let place, let reason, _) = row.member.standing {
            removal = (place, LogText.word(reason))
        }
        json.member("removedAt", removal.map { Int(clamping: $0.at) })
        json.member("reason", removal?.reason)
    }

    private func members(of change: PendingChange, into json: inout JSONWriter) {
        json.member("entry", Int(clamping: change.entry.sequence))
        json.member("by", name(of: change.author))
        json.member("what", what(change))
        json.member("until", until(change).description)
    }

    private func line(_ change: PendingChange) -> String {
        let number = change.entry.sequence
        return "entry \(number) waits until \(until(change)): \(what(change)), by"
            + " \(name(of: change.author)); 'holdfast device confirm \(number)' says that it is"
            + " right, 'holdfast device veto \(number)' undoes it"
    }

    private func what(_ change: PendingChange) -> String {
        LogText.what(
            account.entries[Int(change.entry.sequence)].entry.action, account.log.facts)
    }

    /// By the author's clock; it is the reader's own that counts in the end.
    private func until(_ change: PendingChange) -> UnixTime {
        let (sum, overflows) = change.created.addingReportingOverflow(Int64(change.delay.rawValue))
        return UnixTime(seconds: overflows ? .max : sum)
    }

    private func name(of author: LogEntry.Author) -> String {
        LogText.name(author, account.log.facts)
    }

    private static func withoutBlankEnds(_ table: String) -> String {
        table.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return String(line)
        }.joined(separator: "\n")
    }
}
