import HoldfastApple
import HoldfastCrypto

/// The dictionaries of the cases: one service, accounts by single letters.
extension SecItemDictionary {
    /// A new generic password of a class, with the value "value of" its account.
    static func item(
        _ account: String, _ protection: String? = "ak", _ more: SecItemDictionary = [:]
    ) -> SecItemDictionary {
        var item = named(account, ["v_Data": .data(SecretBytes(utf8: "value of \(account)"))])
        item["pdmn"] = protection.map(SecItemValue.text)
        return item.merging(more)
    }

    /// A new generic password with an access control.
    static func guarded(
        _ account: String, _ flags: AccessControlObject.Flags, _ protection: String = "ak",
        _ more: SecItemDictionary = [:]
    ) -> SecItemDictionary {
        let object = AccessControlObject(protection: protection, flags: flags)
        return item(account, nil, ["accc": .accessControl(object)]).merging(more)
    }

    /// A query for one account that asks for nothing.
    static func named(
        _ account: String, _ more: SecItemDictionary = [:]
    ) -> SecItemDictionary {
        let name: SecItemDictionary = [
            "class": .text("genp"), "svce": .text("s"), "acct": .text(account),
        ]
        return name.merging(more)
    }

    /// A query for the value of one account.
    static func data(_ account: String, _ more: SecItemDictionary = [:]) -> SecItemDictionary {
        named(account, ["r_Data": .flag(true)]).merging(more)
    }

    /// A query for the attributes of one account.
    static func attributes(
        _ account: String, _ more: SecItemDictionary = [:]
    ) -> SecItemDictionary {
        named(account, ["r_Attributes": .flag(true)]).merging(more)
    }

    /// A query for the service as a whole.
    static func service(_ more: SecItemDictionary = [:]) -> SecItemDictionary {
        let name: SecItemDictionary = ["class": .text("genp"), "svce": .text("s")]
        return name.merging(more)
    }

    /// A query for all values of the service.
    static func all(_ more: SecItemDictionary = [:]) -> SecItemDictionary {
        service(["m_Limit": .text("m_LimitAll"), "r_Data": .flag(true)]).merging(more)
    }

    /// What an update sets: another value.
    static let newValue: SecItemDictionary = ["v_Data": .data(SecretBytes(utf8: "new value"))]

    func merging(_ more: SecItemDictionary) -> SecItemDictionary {
        SecItemDictionary(entries.merging(more.entries) { _, new in new })
    }
}

extension IOSMatrixStep {
    /// A call that must succeed.
    static func done(_ call: IOSMatrixCall) -> IOSMatrixStep { .call(call, .code(0)) }

    /// An item that is written.
    static func stored(_ account: String, _ protection: String? = "ak") -> IOSMatrixStep {
        .done(.add(.item(account, protection)))
    }

    /// An item with an access control that is written.
    static func guarded(
        _ account: String, _ flags: AccessControlObject.Flags, _ protection: String = "ak"
    ) -> IOSMatrixStep {
        .done(.add(.guarded(account, flags, protection)))
    }
}
