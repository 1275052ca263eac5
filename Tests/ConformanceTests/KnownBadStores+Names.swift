import HoldfastCore
import HoldfastCrypto
import HoldfastLab

extension PlantedFault {
    /// Names that are not kept apart.
    static let renamed: [PlantedFault] = [
        PlantedFault(
            "names are trimmed",
            breaks: [
                "P2: names may have spaces around them"
            ]
        ) { store in
            store.name = { renamed($0) { trimmed($0) } }
        },
        PlantedFault(
            "names are folded to lower case",
            breaks: [
                "P1: a list holds every item once, ordered by key",
                "P1: a list of a service holds that service alone",
                "P2: a name is text and nothing else",
                "P2: both normal forms of a letter are two names",
                "P2: the case of a name counts",
            ]
        ) { store in
            store.name = { renamed($0) { $0.lowercased() } }
        },
        PlantedFault(
            "names are compared as Swift compares text",
            breaks: [
                "P1: a list holds every item once, ordered by key",
                "P1: a list of a service holds that service alone",
                "P2: both normal forms of a letter are two names",
            ]
        ) { store in
            let names = NameRegistry()
            store.name = { renamed($0) { names.first(like: $0) } }
        },
        PlantedFault(
            "names are cut at 255 scalars",
            breaks: [
                "P2: names of 256 scalars are kept whole"
            ]
        ) { store in
            store.name = {
                renamed($0) { String(String.UnicodeScalarView($0.unicodeScalars.prefix(255))) }
            }
        },
        PlantedFault(
            "a percent sign is decoded",
            breaks: [
                "P2: a name is text and nothing else"
            ]
        ) { store in
            store.name = { key in
                renamed(key) { $0 == "a%2fb" || $0 == "a%2Fb" ? "a/b" : $0 }
            }
        },
        PlantedFault(
            "service and account are joined",
            breaks: [
                "P2: service and account are apart"
            ]
        ) { store in
            let keys = KeyRegistry()
            store.name = { key in keys.first(for: key.service + key.account, else: key) }
        },
    ]

    /// Lists and removals that are wrong about what is there.
    static let lookups: [PlantedFault] = [
        PlantedFault(
            "a list takes a service as a prefix",
            breaks: [
                "P1: a list of a service holds that service alone",
                "P6: wiping a service empties it alone and counts",
            ]
        ) { store in
            store.listed = { (service, base) throws(KeychainError) in
                if let service { try ItemKey.check(service, as: "service") }
                return try base.listWithoutPrompt(service: nil).filter {
                    $0.key.service.utf8.starts(with: (service ?? "").utf8)
                }
            }
        },
        PlantedFault(
            "a list is in no order",
            breaks: [
                "P1: a list holds every item once, ordered by key",
                "P1: a list of a service holds that service alone",
            ]
        ) { store in
            store.listed = { (service, base) throws(KeychainError) in
                try base.listWithoutPrompt(service: service).reversed()
            }
        },
        PlantedFault(
            "a list leaves tombstones out",
            breaks: [
                "P1: an item whose key is lost is KEY_INVALIDATED until handled"
            ]
        ) { store in
            store.listed = { (service, base) throws(KeychainError) in
                try base.listWithoutPrompt(service: service).filter { $0.invalidation == nil }
            }
        },
        PlantedFault(
            "a list of a name that no service has is empty",
            breaks: [
                "P11: a name that breaks a rule is INVALID_ARGUMENT"
            ]
        ) { store in
            store.listed = { (service, base) throws(KeychainError) in
                do throws(KeychainError) {
                    return try base.listWithoutPrompt(service: service)
                } catch {
                    if error.code == .invalidArgument { return [] }
                    throw error
                }
            }
        },
        PlantedFault(
            "a removal always says that there was something",
            breaks: [
                "P6: a removal is reported once and final",
                "P6: a tombstone can be removed",
                "P6: removing what is not there is false and no error",
            ]
        ) { store in
            store.removed = { outcome in outcome.map { _ in true } }
        },
        PlantedFault(
            "a removal never says that there was something",
            breaks: [
                "P11: looking and removing never prompt",
                "P2: a name is text and nothing else",
                "P2: both normal forms of a letter are two names",
                "P2: eight tasks on their own keys do not disturb each other",
                "P2: names may have spaces around them",
                "P2: names of 256 scalars are kept whole",
                "P2: service and account are apart",
                "P2: the case of a name counts",
                "P6: a removal is reported once and final",
                "P6: a tombstone can be removed",
                "P6: an item can be removed while locked",
                "P6: wiping a service empties it alone and counts",
            ]
        ) { store in
            store.removed = { outcome in outcome.map { _ in false } }
        },
        PlantedFault(
            "a removal needs the item readable",
            breaks: [
                "P6: an item can be removed while locked"
            ]
        ) { store in
            store.beforeRemoval = { (base, key) throws(KeychainError) in
                do throws(KeychainError) {
                    _ = try base.readWithoutPrompt(key)
                } catch {
                    if error.code == .interactionNotAllowed { throw error }
                }
            }
        },
        PlantedFault(
            "attributes count the bytes wrongly",
            breaks: [
                "P1: a list and a single look agree",
                "P1: an item whose key is lost is KEY_INVALIDATED until handled",
                "P1: attributes say what was written",
                "P1: while locked, names and attributes of every item are there",
            ]
        ) { store in
            store.attributesAnswer = { outcome in outcome.map { $0?.counting(1) } }
        },
    ]

    static func renamed(_ key: ItemKey, _ change: (String) -> String) -> ItemKey {
        do throws(KeychainError) {
            return try ItemKey(service: change(key.service), account: change(key.account))
        } catch {
            // A changed name that breaks a rule stays as it was.
            return key
        }
    }

    private static func trimmed(_ name: String) -> String {
        let end = name.reversed().drop { $0 == " " }.reversed()
        return String(end.drop { $0 == " " })
    }
}

/// Remembers the first spelling of names that Swift's `String` calls equal.
private final class NameRegistry: Sendable {
    private let names = Locked<[String: String]>([:])

    func first(like name: String) -> String {
        names.withLock { names in
            let first = names[name] ?? name
            names[name] = first
            return first
        }
    }
}

/// Remembers the first key of those whose names read the same when joined.
private final class KeyRegistry: Sendable {
    private let keys = Locked<[[UInt8]: ItemKey]>([:])

    func first(for joined: String, else key: ItemKey) -> ItemKey {
        keys.withLock { keys in
            let first = keys[Array(joined.utf8)] ?? key
            keys[Array(joined.utf8)] = first
            return first
        }
    }
}

extension ItemAttributes {
    /// Attributes of an item that is not there.
    static func invented(_ key: ItemKey) -> ItemAttributes {
        ItemAttributes(
            key: key, protection: .standard, kind: .bytes, version: ItemVersion(rawValue: 1),
            created: UnixTime(seconds: 0), modified: UnixTime(seconds: 0), byteCount: 0,
            invalidation: nil)
    }

    /// The same with a wrong byte count.
    func counting(_ extra: Int) -> ItemAttributes {
        copy(byteCount: byteCount + extra)
    }

    /// The same under another version.
    func at(_ version: ItemVersion) -> ItemAttributes {
        copy(version: version)
    }

    /// The same as another kind.
    func `as`(_ kind: ItemKind) -> ItemAttributes {
        copy(kind: kind)
    }

    private func copy(
        kind: ItemKind? = nil, version: ItemVersion? = nil, byteCount: Int? = nil
    ) -> ItemAttributes {
        ItemAttributes(
            key: key, protection: protection, kind: kind ?? self.kind,
            version: version ?? self.version, created: created, modified: modified,
            byteCount: byteCount ?? self.byteCount, invalidation: invalidation)
    }
}
