import HoldfastCore

/// What is known of an item, for people and for scripts.
enum AttributesReport {
    /// Writes the members of an item's JSON object.
    static func members(of attributes: ItemAttributes, into json: inout JSONWriter) {
        let protection = attributes.protection
        json.member("service", attributes.key.service)
        json.member("name", attributes.key.account)
        json.member("accessible", protection.accessibility.rawValue)
        json.member("accessControl", protection.accessControl.rawValue)
        json.member("authValiditySeconds", protection.authValiditySeconds)
        json.member("kind", attributes.kind.rawValue)
        json.member("version", Int(clamping: attributes.version.rawValue))
        json.member("created", attributes.created.description)
        json.member("modified", attributes.modified.description)
        json.member("byteCount", attributes.byteCount)
        json.member("invalidated", attributes.invalidation?.reason.rawValue)
        json.member("invalidatedAt", attributes.invalidation?.time.description)
    }

    /// The same as lines of `what: how`.
    static func lines(of attributes: ItemAttributes) -> String {
        let protection = attributes.protection
        var rows = [
            ("service", Quoted.escaped(attributes.key.service)),
            ("name", Quoted.escaped(attributes.key.account)),
            ("accessible", protection.accessibility.rawValue),
            ("access control", protection.accessControl.rawValue),
        ]
        if protection.authValiditySeconds > 0 {
            rows.append(("auth validity", "\(protection.authValiditySeconds) s"))
        }
        rows += [
            ("kind", attributes.kind.rawValue),
            ("bytes", String(attributes.byteCount)),
            ("version", String(attributes.version.rawValue)),
            ("created", attributes.created.description),
            ("modified", attributes.modified.description),
        ]
        if let invalidation = attributes.invalidation {
            rows.append(("invalidated", "\(invalidation.reason.rawValue), \(invalidation.time)"))
        }
        return rows.map { "\($0.0): \($0.1)\n" }.joined()
    }
}
