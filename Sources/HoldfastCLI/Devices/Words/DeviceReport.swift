import HoldfastE2EE
import HoldfastWire

/// A vault's own device, for people and for scripts.
@MainActor
enum DeviceReport {
    /// Writes a device that was just made.
    static func write(_ record: IdentityRecord, in session: Session) throws(Failure) {
        if session.isJSON {
            var json = JSONWriter()
            json.object { members(of: record, into: &$0) }
            try session.output.write(json)
        } else {
            try session.output.write(text(rows(of: record)))
        }
    }

    /// Writes the members of a device's JSON object.
    static func members(of record: IdentityRecord, into json: inout JSONWriter) {
        json.member("device", Hexadecimal.text(of: record.device.id.bytes))
        json.member("name", record.device.name)
        json.member("slot", record.device.slot.hex)
        json.member("account", Hexadecimal.text(of: record.account.bytes))
        json.member("signingGrade", GradeText.word(record.device.signingGrade))
        json.member("agreementGrade", GradeText.word(record.device.agreementGrade))
        json.member("hasPresenceKey", record.device.presenceKey != nil)
    }

    /// The same as lines of `what: how`.
    static func rows(of record: IdentityRecord) -> [(String, String)] {
        [
            ("device", "\(record.device.id)"),
            ("name", Quoted.escaped(record.device.name)),
            ("place", record.device.slot.hex),
            ("account", Hexadecimal.text(of: record.account.bytes)),
            ("keys", GradeText.line(record.device)),
        ]
    }

    /// Lines of `what: how`.
    static func text(_ rows: [(String, String)]) -> String {
        rows.map { "\($0.0): \($0.1)\n" }.joined()
    }
}
