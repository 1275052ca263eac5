import HoldfastCore
import HoldfastRecovery
import HoldfastWire

/// What is in a backup, for people and for scripts.
struct SummaryReport {
    let summary: BackupSummary

    /// When it was written.
    var created: UnixTime { UnixTime(seconds: summary.created) }

    // MARK: For people

    /// Lines that a person decides by before anything is restored.
    func lines(_ style: Style) -> String {
        var lines = [
            "backup of \(created), generation \(summary.generation.generation)",
            "account: \(Hexadecimal.text(of: summary.account.bytes))",
        ]
        for device in summary.devices {
            lines.append(
                "\(Quoted.text(device.name)), written \(UnixTime(seconds: device.written)): "
                    + Self.counts(device.recordCounts))
            if device.latest > 0 {
                lines.append(
                    "  messages of \(UnixTime(seconds: device.earliest))"
                        + " to \(UnixTime(seconds: device.latest))")
            }
            if device.unreadableCount > 0 {
                lines.append(
                    style.warning(
                        "  \(device.unreadableCount) of them could not be opened even then"))
            }
        }
        if !summary.isConfirmed {
            lines.append(
                style.warning("nobody vouches that there is no newer one: look at the date"))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// `3204 messages, 12 contacts`.
    static func counts(_ counts: [BackupTable: UInt64]) -> String {
        let parts = BackupTable.allCases.filter { $0 != .log }.compactMap { table -> String? in
            guard let count = counts[table], count > 0 else { return nil }
            return "\(count) \(noun(table, count))"
        }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }

    private static func noun(_ table: BackupTable, _ count: UInt64) -> String {
        switch table {
        case .messages: count == 1 ? "message" : "messages"
        case .contacts: count == 1 ? "contact" : "contacts"
        case .log: count == 1 ? "log entry" : "log entries"
        case .settings: count == 1 ? "setting" : "settings"
        case .items: count == 1 ? "item" : "items"
        }
    }

    // MARK: For scripts

    /// The members of an object.
    func members(into json: inout JSONWriter) {
        json.member("account", Hexadecimal.text(of: summary.account.bytes))
        json.member("lineage", Hexadecimal.text(of: summary.generation.lineage.bytes))
        json.member("generation", Int(clamping: summary.generation.generation))
        json.member("created", created.description)
        json.member("isConfirmed", summary.isConfirmed)
        json.name("devices")
        json.array { json in
            for device in summary.devices { json.object { Self.members(of: device, into: &$0) } }
        }
    }

    private static func members(
        of device: BackupSummary.Device, into json: inout JSONWriter
    ) {
        json.member("name", device.name)
        json.member("slot", Hexadecimal.text(of: device.slot.bytes))
        json.member("written", UnixTime(seconds: device.written).description)
        count(device.recordCounts, into: &json)
        json.member("unreadable", Int(clamping: device.unreadableCount))
        json.member("earliest", time(device.earliest))
        json.member("latest", time(device.latest))
    }

    /// How many records of each table there are, as members of an object.
    static func count(_ counts: [BackupTable: UInt64], into json: inout JSONWriter) {
        json.member("messages", Int(clamping: counts[.messages] ?? 0))
        json.member("contacts", Int(clamping: counts[.contacts] ?? 0))
        json.member("logEntries", Int(clamping: counts[.log] ?? 0))
        json.member("settings", Int(clamping: counts[.settings] ?? 0))
        json.member("items", Int(clamping: counts[.items] ?? 0))
    }

    /// Zero stands for a history without messages.
    private static func time(_ seconds: Int64) -> String? {
        seconds == 0 ? nil : UnixTime(seconds: seconds).description
    }
}
