import HoldfastCore
import HoldfastCrypto

extension PlantedKeyFault {
    /// Names, attributes and lists.
    static let lookups: [PlantedKeyFault] = [
        PlantedKeyFault(
            "case does not count in names",
            breaks: [
                "P11: attributes say what was made, and a use does not change them",
                "P1: a list has every key of its service, in order, and no other",
                "P2: names that look alike have keys of their own",
            ]
        ) { store in
            store.name = { renamed($0) { $0.lowercased() } }
        },
        PlantedKeyFault(
            "names are cut at 10 characters",
            breaks: [
                "P11: a prompt-free use of a protected key is AUTH_REQUIRED",
                "P11: a service of 200 characters is taken, a longer one refused",
                "P11: attributes say what was made, and a use does not change them",
                "P11: looking at keys and removing them never prompt",
                "P1: a key that was lost is KEY_INVALIDATED until it is removed",
                "P1: a list has every key of its service, in order, and no other",
                "P1: while locked each class works as it says",
                "P2: a lost key is not created over, and can be removed",
                "P2: a prompt that is not confirmed uses no key and changes none",
                "P2: names that look alike have keys of their own",
                "P6: a key can be removed while locked",
            ]
        ) { store in
            store.name = { renamed($0) { String($0.prefix(10)) } }
        },
        PlantedKeyFault(
            "the other use stands in the attributes",
            breaks: [
                "P11: attributes say what was made, and a use does not change them",
                "P11: looking at keys and removing them never prompt",
                "P1: a key that was lost is KEY_INVALIDATED until it is removed",
                "P1: while locked each class works as it says",
            ]
        ) { store in
            store.known = { known in
                changed(known, use: known.use == .signing ? .keyAgreement : .signing)
            }
        },
        PlantedKeyFault(
            "software calls itself hardware",
            breaks: [
                "P11: attributes say what was made, and a use does not change them"
            ]
        ) { store in
            store.known = { changed($0, grade: .secureEnclave) }
        },
        PlantedKeyFault(
            "attributes hide that a key was lost",
            breaks: [
                "P1: a key that was lost is KEY_INVALIDATED until it is removed"
            ]
        ) { store in
            store.known = { changed($0, isWell: true) }
        },
        PlantedKeyFault(
            "attributes that cannot be read are nil",
            breaks: [
                "P1: before the first unlock every question throws and nothing is made"
            ]
        ) { store in
            store.knownAnswer = { swallow($0, .interactionNotAllowed) }
        },
        PlantedKeyFault(
            "a list that cannot be read is empty",
            breaks: [
                "P1: before the first unlock every question throws and nothing is made"
            ]
        ) { store in
            store.listed = { answer in
                guard case .failure(let error) = answer, error.code == .interactionNotAllowed
                else { return answer }
                return .success([])
            }
        },
        PlantedKeyFault(
            "a list is in another order",
            breaks: [
                "P1: a key that was lost is KEY_INVALIDATED until it is removed",
                "P1: a list has every key of its service, in order, and no other",
            ]
        ) { store in
            store.listed = { $0.map { $0.reversed() } }
        },
        PlantedKeyFault(
            "a list leaves lost keys out",
            breaks: [
                "P1: a key that was lost is KEY_INVALIDATED until it is removed"
            ]
        ) { store in
            store.listed = { $0.map { $0.filter { $0.invalidation == nil } } }
        },
        PlantedKeyFault(
            "a list leaves keys out that ask a person",
            breaks: [
                "P11: looking at keys and removing them never prompt"
            ]
        ) { store in
            store.listed = { $0.map { $0.filter { $0.protection.accessControl == .none } } }
        },
    ]

    private static func renamed(_ name: ItemKey, _ change: (String) -> String) -> ItemKey {
        do {
            return try ItemKey(service: change(name.service), account: change(name.account))
        } catch {
            return name
        }
    }

    private static func changed(
        _ known: DeviceKeyAttributes, use: DeviceKeyUse? = nil, grade: KeyGrade? = nil,
        isWell: Bool = false
    ) -> DeviceKeyAttributes {
        DeviceKeyAttributes(
            name: known.name, use: use ?? known.use, grade: grade ?? known.grade,
            protection: known.protection, created: known.created,
            invalidation: isWell ? nil : known.invalidation)
    }
}
