import HoldfastE2EE
import HoldfastWire

/// What is known of a message, as words for scripts and for people.
enum MessageWords {
    /// A word for scripts.
    static func word(_ standing: SenderStanding) -> String {
        switch standing {
        case .current: "current"
        case .removedSince: "removedSince"
        case .apart(.lostDevice): "apart.lostDevice"
        case .apart(.beyondLastCounter): "apart.beyondLastCounter"
        }
    }

    /// What a person should know of the sender's device; nil for nothing.
    static func words(_ standing: SenderStanding) -> String? {
        switch standing {
        case .current: nil
        case .removedSince: "the device was removed since"
        case .apart(.lostDevice):
            "the device was lost or its keys were taken: whoever has it may have written this"
        case .apart(.beyondLastCounter):
            "the device was removed, and this was sent after the last message that is known of it"
        }
    }

    /// A word for scripts.
    static func word(_ completeness: Completeness) -> String {
        switch completeness {
        case .complete: "complete"
        case .beforeAdded: "beforeAdded"
        case .leftOut: "leftOut"
        case .again: "again"
        case .surplus: "surplus"
        case .unknownPlace: "unknownPlace"
        case .forked: "forked"
        }
    }

    /// The devices that a judgement is about.
    static func devices(_ completeness: Completeness) -> [DeviceID] {
        switch completeness {
        case .complete, .unknownPlace, .forked: []
        case .beforeAdded(let devices), .leftOut(let devices), .again(let devices),
            .surplus(let devices):
            devices
        }
    }

    /// What a person should know of who else got it; nil for nothing.
    static func words(_ completeness: Completeness, _ names: (DeviceID) -> String) -> String? {
        let list = devices(completeness).map(names).joined(separator: ", ")
        return switch completeness {
        case .complete: nil
        case .beforeAdded: "not sent to \(list), which came later"
        case .leftOut: "NOT SENT to \(list) of yours: somebody hid it, or the sender left it out"
        case .again: "sent again, not to \(list)"
        case .surplus: "also sent to \(list), which is not yours now"
        case .unknownPlace: "the sender knows more of your devices than is known here"
        case .forked: "the sender was shown other devices of yours than is known here"
        }
    }

    /// A word for scripts.
    static func word(_ reason: Receipt.Reason) -> String {
        switch reason {
        case .prekeyUnknown: "prekeyUnknown"
        case .prekeyGone: "prekeyGone"
        case .wrapDamaged: "wrapDamaged"
        case .notCommitted: "notCommitted"
        case .bodyDamaged: "bodyDamaged"
        }
    }

    /// Why a message does not open, for people.
    static func words(_ reason: Receipt.Reason) -> String {
        switch reason {
        case .prekeyUnknown: "it is for a prekey that this device never had"
        case .prekeyGone: "its prekey is used up, or was given up with its time"
        case .wrapDamaged: "its key does not open with this device's"
        case .notCommitted: "its key is not the one that its sender committed to"
        case .bodyDamaged: "its content is damaged"
        }
    }
}
