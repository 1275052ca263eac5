import HoldfastCore
import HoldfastRecovery
import HoldfastWire

extension BackupReport {
    /// A line for people.
    var line: String {
        let others =
            otherDevices.isEmpty
            ? "" : ", beside that of " + otherDevices.map(Quoted.text).joined(separator: ", ")
        return "generation \(generation.generation): \(SummaryReport.counts(recordCounts)),"
            + " \(sentByteCount) bytes sent" + others
    }

    /// The members of an object.
    func members(into json: inout JSONWriter) {
        json.member("lineage", Hexadecimal.text(of: generation.lineage.bytes))
        json.member("generation", Int(clamping: generation.generation))
        SummaryReport.count(recordCounts, into: &json)
        json.member("unreadable", Int(clamping: unreadableCount))
        json.member("sentBytes", sentByteCount)
        json.name("otherDevices")
        json.array { json in for name in otherDevices { json.element(name) } }
    }

    /// Writes it, and says what could not be opened.
    @MainActor
    func write(in session: Session) throws(Failure) {
        if session.isJSON {
            var json = JSONWriter()
            json.object { members(into: &$0) }
            try session.output.write(json)
        } else {
            try session.output.write(line + "\n")
        }
        if unreadableCount > 0 {
            session.note(
                "warning: \(unreadableCount) things could not be opened on this device, and so only"
                    + " their names are in the backup")
        }
    }
}
