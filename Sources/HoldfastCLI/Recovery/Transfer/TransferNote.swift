import HoldfastCore
import HoldfastLinux
import HoldfastRecovery
import HoldfastWire

/// What a vault remembers of a history that it is handing over: to whom, and where that lies.
///
/// The ticket is no secret: it is sealed for the device that it is for.
struct TransferNote: Sendable {
    let ticket: TransferTicket
    let place: BackupPlace
    /// Whether the other device has said that it has all of it, and what was sent is being removed.
    var isTaken = false

    /// The transfer that is under way.
    ///
    /// - Parameter vault: where it was noted.
    /// - Returns: the note; `nil` if there is none.
    /// - Throws: what kept the vault from answering; `DATA_CORRUPTED` for a note that cannot be read.
    static func read(from vault: LinuxVault) async throws(KeychainError) -> TransferNote? {
        let item = try await vault.read(try key(), prompt: .standard)
        return try item.map { (item) throws(KeychainError) in
            try TransferNote(text: item.value.utf8String() ?? "")
        }
    }

    /// Notes it.
    func keep(in vault: LinuxVault) async throws(KeychainError) {
        let lines = [
            isTaken ? Self.taken : Self.waiting, place.path, ScanText.text(of: ticket.bytes),
        ]
        _ = try await vault.write(
            SecretBytes(utf8: lines.joined(separator: "\n")), for: try Self.key(),
            options: WriteOptions(protection: KeyUse.background.protection), prompt: .standard)
    }

    /// Forgets whatever was noted.
    static func remove(from vault: LinuxVault) async throws(KeychainError) {
        _ = try await vault.remove(try key())
    }

    private static let waiting = "waiting"
    private static let taken = "taken"

    private init(text: String) throws(KeychainError) {
        let lines = text.split(separator: "\n").map(String.init)
        guard lines.count == 3, let place = BackupPlace(path: lines[1]),
            [Self.waiting, Self.taken].contains(lines[0])
        else { throw Self.unreadable }
        let bytes = try ScanText.bytes(of: lines[2])
        do throws(WireError) {
            ticket = try TransferTicket(bytes)
        } catch {
            throw Self.unreadable
        }
        self.place = place
        isTaken = lines[0] == Self.taken
    }

    init(ticket: TransferTicket, place: BackupPlace) {
        self.ticket = ticket
        self.place = place
    }

    private static let unreadable = KeychainError(
        .dataCorrupted, "what the vault knows of its transfer cannot be read",
        advice: "begin it anew: 'holdfast device transfer --anew'")

    private static func key() throws(KeychainError) -> ItemKey {
        try ItemKey(service: "holdfast.transfer", account: "ticket")
    }
}
