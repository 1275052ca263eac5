import HoldfastCore
import HoldfastE2EE
import HoldfastRecovery
import HoldfastWire

/// What came of a restore, for people and for scripts.
struct RestoreOutcome {
    let summary: BackupSummary
    /// What could not be opened when the backup was made.
    let unreadable: [UnreadableRecord]
    /// What has become of the items; `nil` if a run before this one has put them in.
    let items: RestoredItems?
    /// This device in the account; `nil` if that was left alone.
    let record: IdentityRecord?
    /// The account's log as it was before.
    let log: AccountLog?

    /// Writes it.
    @MainActor
    func write(in session: Session) throws(Failure) {
        if session.isJSON {
            try session.output.write(json)
        } else {
            try session.output.write(lines(session.output.style))
        }
        if record != nil {
            session.note(
                "your other devices and your contacts are told that the words did this; your devices"
                    + " can object for 72 hours")
        }
    }

    private var counts: [BackupTable: UInt64] {
        Dictionary(
            uniqueKeysWithValues: BackupTable.allCases.map { ($0, summary.count(of: $0)) })
    }

    /// The device whose place this one has now.
    private var replaced: DeviceRecord? {
        guard let record else { return nil }
        return log?.log.facts.activeDevices.first {
            $0.slot == record.device.slot && $0.id != record.device.id
        }
    }

    private func lines(_ style: Style) -> String {
        var lines = [style.good("restored") + ": " + SummaryReport.counts(counts)]
        if let record {
            let name = Quoted.text(record.device.name)
            lines.append(
                replaced == nil
                    ? "this device is in the account: \(name)"
                    : "this device has the place of \(name); the old one is out of the account")
        }
        for key in items?.kept ?? [] {
            lines.append("kept as it was here: \(Quoted.text(key.account)) of \(key.service)")
        }
        for key in items?.refused ?? [] {
            lines.append(
                style.warning(
                    "not restored, for this vault cannot protect it as it was:"
                        + " \(Quoted.text(key.account)) of \(key.service)"))
        }
        if !unreadable.isEmpty {
            lines.append(
                style.warning(
                    "\(unreadable.count) could not be opened when the backup was made:"))
            lines += unreadable.map { "  " + Self.name(of: $0) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private var json: JSONWriter {
        var json = JSONWriter()
        json.object { json in
            SummaryReport(summary: summary).members(into: &json)
            json.name("restored")
            json.object { SummaryReport.count(counts, into: &$0) }
            json.member("device", record.map { Hexadecimal.text(of: $0.device.id.bytes) })
            json.member("replaces", replaced.map { Hexadecimal.text(of: $0.id.bytes) })
            json.name("keptItems")
            json.array { json in
                for key in items?.kept ?? [] { json.object { Self.members(of: key, into: &$0) } }
            }
            json.name("refusedItems")
            json.array { json in
                for key in items?.refused ?? [] { json.object { Self.members(of: key, into: &$0) } }
            }
            json.name("unreadableNames")
            json.array { json in for record in unreadable { json.element(Self.name(of: record)) } }
        }
        return json
    }

    private static func members(of key: ItemKey, into json: inout JSONWriter) {
        json.member("service", key.service)
        json.member("name", key.account)
    }

    /// What a person may know it by.
    private static func name(of record: UnreadableRecord) -> String {
        if record.table == .items || record.table == .contacts,
            let name = ItemRecordName(record.name)
        {
            return "\(Quoted.text(name.account)) of \(name.service)"
        }
        return "\(record.table) \(Hexadecimal.text(of: record.name))"
    }
}
