import HoldfastCore
import HoldfastE2EE
import HoldfastRelayClient
import HoldfastWire

/// Names for accounts and devices: the person's own words for contacts, and what logs call devices.
struct People: Sendable {
    /// This device's account.
    let own: AccountID
    /// The contacts, by their accounts.
    private let contacts: [AccountID: Contact]
    private let logs: [AccountID: DeviceLog]

    /// Takes what is known.
    ///
    /// - Parameters:
    ///   - own: this device's account.
    ///   - contacts: the contacts.
    ///   - logs: verified logs.
    init(own: AccountID, contacts: [Contact], logs: [AccountID: DeviceLog]) {
        self.own = own
        self.contacts = Dictionary(contacts.map { ($0.pin.account, $0) }) { first, _ in first }
        self.logs = logs
    }

    /// What the person calls an account; nil where there is no word but its id.
    func contactName(_ account: AccountID) -> String? {
        guard let contact = contacts[account],
            contact.name != Hexadecimal.text(of: account.bytes)
        else { return nil }
        return contact.name
    }

    /// How sure the person can be of an account, as a word; `self` for the own one.
    func standing(_ account: AccountID) -> String {
        if account == own { return "self" }
        return contacts[account].map { ContactText.word($0.pin.standing) } ?? "unknown"
    }

    /// The same for people.
    func standingWords(_ account: AccountID) -> String {
        if account == own { return "your own account" }
        return contacts[account].map { ContactText.words($0.pin) } ?? "no contact of yours"
    }

    /// An account for people.
    func account(_ account: AccountID) -> String {
        if account == own { return "you" }
        return contactName(account).map(Quoted.text) ?? "account \(account)"
    }

    /// The name that a device has in its account's log; nil where it is not known.
    func deviceName(_ device: DeviceID, of account: AccountID) -> String? {
        logs[account]?.facts.members[device]?.record.name
    }

    /// A device for people.
    func device(_ device: DeviceID, of account: AccountID) -> String {
        "device " + (deviceName(device, of: account).map(Quoted.text) ?? "\(device)")
    }

    /// What an event of a contact's says, a line for each thing.
    func lines(_ event: ContactEvent, of account: AccountID) -> [String] {
        let name = self.account(account)
        switch event {
        case .grew(let known, _):
            let news = news(of: account, since: known.sequence)
            return news.isEmpty ? ["\(name): the log of devices has grown"] : news
        case .olderLog(let head):
            return [
                "\(name): the relay's log ends at entry \(head.sequence), and more of it was seen"
                    + " before; nothing of it was taken"
            ]
        case .forked(let place):
            return [
                "\(name): another entry \(place) than was seen before: two versions of the devices"
                    + " are about; nothing is sent"
            ]
        case .merged: return ["\(name): two versions of the devices were put together"]
        case .chainBroken:
            return [
                "\(name): another account is in its place; nothing is sent before you accept it"
            ]
        }
    }

    private func news(of account: AccountID, since place: UInt64) -> [String] {
        guard let log = logs[account] else { return [] }
        let name = self.account(account)
        let members = log.facts.members.values.sorted {
            ($0.since, $0.record.id) < ($1.since, $1.record.id)
        }
        return members.flatMap { member -> [String] in
            var lines: [String] = []
            let device = Quoted.text(member.record.name)
            if member.since > place {
                // A change that can be undone no more was told of before.
                let change = log.pending.first { $0.newcomers.contains(member.record.id) }
                let suffix = change.map { LogText.suffix($0.author) } ?? ""
                lines.append("\(name): device \(device) let in\(suffix)")
            }
            if case .removed(let at, let reason, _) = member.standing, at > place {
                lines.append("\(name): device \(device) removed (\(LogText.word(reason)))")
            }
            return lines
        }
    }
}

extension Correspondence {
    /// The names that are known now.
    func people() async throws(KeychainError) -> People {
        People(
            own: record.account, contacts: try await ContactBook(device.vault).all(),
            logs: await logs.known)
    }
}
