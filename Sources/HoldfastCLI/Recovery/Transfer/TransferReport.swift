import HoldfastCore
import HoldfastRecovery
import HoldfastWire

/// A history that is being handed over, for people and for scripts.
@MainActor
struct TransferReport {
    private let note: TransferNote
    private let name: String

    /// Takes what is under way.
    init(_ note: TransferNote, _ transfer: VaultTransfer) {
        self.note = note
        name = transfer.facts.members[note.ticket.target]?.record.name ?? ""
    }

    /// Writes what the new device is shown.
    func write(_ arguments: ParsedArguments, in session: Session) throws(Failure) {
        let text = ScanText.text(of: note.ticket.bytes)
        let digits = note.ticket.comparison.joined(separator: " ")
        if session.isJSON {
            return try session.output.write(json("waiting", ticket: text, comparison: digits))
        }
        try session.output.write(
            DeviceReport.text([
                ("for", "\(Quoted.text(name)) (\(note.ticket.target))"), ("by", note.place.text),
                ("compare", digits),
            ]))
        try session.output.write("\n")
        try QRCode.draw(text, arguments, in: session)
        try session.output.write("\nfor the new device to scan, or as text:\n\(text)\n")
        session.note(
            "on the new device: 'holdfast device transfer --take TEXT', and compare the digits")
    }

    /// Writes that the new device has all of it.
    func writeThatItIsTaken(in session: Session) throws(Failure) {
        if session.isJSON {
            return try session.output.write(json("taken", ticket: nil, comparison: nil))
        }
        try session.output.write(
            session.output.style.good("taken") + ": \(Quoted.text(name)) has verified all of it\n")
    }

    private func json(_ state: String, ticket: String?, comparison: String?) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.member("state", state)
            json.member("device", Hexadecimal.text(of: note.ticket.target.bytes))
            json.member("name", name)
            json.member("place", note.place.path)
            json.member("created", UnixTime(seconds: note.ticket.created).description)
            json.member("ticket", ticket)
            json.member("comparison", comparison)
        }
        return json
    }
}
