import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// What came of looking at a contact, for people and for scripts.
struct ContactReport {
    /// What the person calls the contact.
    let name: String
    /// This device's account.
    let own: AccountID
    /// How far its log is known.
    let ownHead: LogHead
    /// The contact's log.
    let contact: AccountLog
    /// The contact's pin, as it is now.
    var pin: ContactPin?
    /// What is new in the contact's log.
    var event: ContactEvent?
    /// What came of a scan.
    var outcome: ContactScanOutcome?

    private var number: SafetyNumber {
        SafetyNumber(own: own, contact: pin?.account ?? contact.log.account)
    }

    /// The code for the contact to scan, as text.
    var scanText: String {
        ScanText.text(
            of: ContactScan(
                shower: .init(account: own, head: ownHead),
                scanner: .init(
                    account: contact.log.account, head: pin?.head ?? contact.log.head)
            ).bytes)
    }

    /// 0 for a contact that is verified, 1 for one that is not yet, 6 for what should not be.
    var exitStatus: Int32 {
        guard let pin, warning == nil else { return 6 }
        switch pin.standing {
        case .verified, .verifiedNumbers: return pin.maySend ? 0 : 6
        case .noLongerVerified: return 6
        case .unverified: return pin.maySend ? 1 : 6
        }
    }

    /// What should not be; `nil` if all is well.
    var warning: String? {
        outcomeWarning ?? eventWarning
    }

    private var eventWarning: String? {
        switch event {
        case .grew, .merged, nil: return nil
        case .olderLog(let head):
            return "the directory's log of \(Quoted.text(name)) ends at entry \(head.sequence), and"
                + " more of it was seen before: it was cut, or is an old copy; nothing of it was"
                + " taken"
        case .forked(let place):
            return "the directory has another entry \(place) of \(Quoted.text(name)) than was seen"
                + " before: two versions of the contact's devices are about; nothing may be sent"
        case .chainBroken:
            return "\(Quoted.text(name)) has another account: compare numbers or scan the code"
                + " before anything is sent"
        }
    }

    private var outcomeWarning: String? {
        switch outcome {
        case .matches, nil: return nil
        case .otherAccount:
            return "the code is of another account than the one that is known for"
                + " \(Quoted.text(name)), or for another one than yours; nothing was verified"
        case .forked(let side):
            return "\(Self.whose(side)) log has another entry at the place that the code names: one"
                + " of you was shown something else; nothing may be sent"
        case .unknownPlace(let side):
            return "the code names a place beyond \(Self.whose(side)) log as the directory has it;"
                + " use a directory that is up to date, and scan again"
        }
    }

    private static func whose(_ side: ContactScanOutcome.Side) -> String {
        switch side {
        case .own: "your own"
        case .contact: "the contact's"
        }
    }

    /// Lines of `what: how`.
    func text(_ style: Style) -> String {
        guard let pin else { return "" }
        let words = ContactText.words(pin)
        let isBad = pin.standing == .noLongerVerified || !pin.maySend
        var rows = [
            ("contact", Quoted.escaped(name)),
            ("account", Hexadecimal.text(of: pin.account.bytes)),
            (
                "state",
                isBad ? style.bad(words) : pin.standing.isVerified ? style.good(words) : words
            ),
            ("log", "verified up to entry \(pin.head.sequence)"),
            ("number", number.groups[..<6].joined(separator: " ")),
            ("", "       " + number.groups[6...].joined(separator: " ")),
        ]
        rows += news.map { ("new", $0) }
        return rows.map { $0.0.isEmpty ? "\($0.1)\n" : "\($0.0): \($0.1)\n" }.joined()
    }

    /// What the contact's log has gained since it was last looked at.
    private var news: [String] {
        if case .merged = event {
            return ["two versions of the devices were put together by the recovery phrase"]
        }
        guard case .grew(let known, let now) = event else { return [] }
        return contact.entries[(Int(known.sequence) + 1)...Int(now.sequence)].map { signed in
            LogText.what(signed.entry.action, contact.log.facts)
                + LogText.suffix(signed.entry.author)
        }
    }

    /// The same as JSON.
    var json: JSONWriter {
        var json = JSONWriter()
        json.object { json in
            if let pin { Contact(name: name, pin: pin).members(into: &json) }
            json.member("number", number.digits)
            json.member("scanText", scanText)
            json.name("news")
            json.array { json in for line in news { json.element(line) } }
            json.member("outcome", outcome.map(Self.word))
            json.member("warning", warning)
        }
        return json
    }

    private static func word(_ outcome: ContactScanOutcome) -> String {
        switch outcome {
        case .matches: "matches"
        case .otherAccount: "otherAccount"
        case .forked(let side): "forked." + side.rawValue
        case .unknownPlace(let side): "unknownPlace." + side.rawValue
        }
    }
}
