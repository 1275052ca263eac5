import HoldfastE2EE
import HoldfastWire

/// A contact as the vault remembers it.
struct Contact: Sendable {
    /// What the person calls the contact.
    let name: String
    /// The account and how sure the person is of it.
    let pin: ContactPin

    /// One line for people.
    var line: String {
        Quoted.text(name) + " " + ContactText.words(pin)
    }

    /// Writes the members of a contact's JSON object.
    func members(into json: inout JSONWriter) {
        json.member("contact", name)
        json.member("account", Hexadecimal.text(of: pin.account.bytes))
        json.member("standing", ContactText.word(pin.standing))
        json.member("hold", pin.hold.map(ContactText.word))
        json.member("maySend", pin.maySend)
        json.member("head", Int(clamping: pin.head.sequence))
        json.member("isRecoveryPending", pin.isRecoveryPending)
    }
}
