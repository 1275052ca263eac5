import HoldfastE2EE

/// How sure a person can be of a contact, in words.
enum ContactText {
    /// A word for scripts.
    static func word(_ standing: ContactStanding) -> String {
        switch standing {
        case .unverified: "unverified"
        case .verifiedNumbers: "verifiedNumbers"
        case .verified: "verified"
        case .noLongerVerified: "noLongerVerified"
        }
    }

    /// A word for scripts.
    static func word(_ hold: ContactPin.Hold) -> String {
        switch hold {
        case .chainBreak: "chainBreak"
        case .fork: "fork"
        }
    }

    /// A few words for people.
    static func words(_ pin: ContactPin) -> String {
        let standing =
            switch pin.standing {
            case .unverified: "not verified"
            case .verifiedNumbers: "verified (numbers)"
            case .verified: "verified"
            case .noLongerVerified: "no longer verified"
            }
        let hold =
            switch pin.hold {
            case .chainBreak: ", another account in the contact's place"
            case .fork: ", two versions of the contact's devices"
            case nil: ""
            }
        return standing + hold + (pin.isRecoveryPending ? ", changed by the recovery phrase" : "")
    }
}
