import HoldfastCore
import HoldfastCrypto

extension PlantedKeyFault {
    /// Options that are ignored, and errors that say too much.
    static let options: [PlantedKeyFault] = [
        PlantedKeyFault(
            "a class that may leave the device is quietly another",
            breaks: [
                "P7: what would let a key leave its device is refused"
            ]
        ) {
            store in
            store.beforeCreation = { (_, creation) throws(KeychainError) in
                let accessibility = creation.protection.accessibility
                if !accessibility.isThisDeviceOnly { creation.protection = .standard }
            }
        },
        PlantedKeyFault(
            "contradictions are ignored",
            breaks: [
                "P11: contradictions are refused"
            ]
        ) { store in
            store.beforeCreation = { (_, creation) throws(KeychainError) in
                creation.protection.authValiditySeconds = 0
            }
        },
        PlantedKeyFault(
            "the wish for hardware is ignored",
            breaks: [
                "P11: an option that the key store does not list is refused"
            ]
        ) { store in
            store.beforeCreation = { (_, creation) throws(KeychainError) in
                creation.protection.keyStorage = .automatic
            }
        },
        PlantedKeyFault(
            "hardware that is insisted on is unsupported",
            breaks: [
                "P11: an option that the key store does not list is refused"
            ]
        ) { store in
            store.created = { answer in
                guard case .failure(let error) = answer, error.code == .hardwareUnavailable
                else { return answer }
                return .failure(KeychainError(.unsupported, "no hardware"))
            }
        },
        PlantedKeyFault(
            "an access control is refused with another code",
            breaks: [
                "P11: an access control is refused as canUse says"
            ], capabilities: .little
        ) {
            store in
            store.canUseAnswer = { $0 == .available ? .available : .notEnrolled }
        },
        PlantedKeyFault(
            "long services are cut",
            breaks: [
                "P11: a service of 200 characters is taken, a longer one refused"
            ]
        ) { store in
            store.name = { name in
                do {
                    return try ItemKey(
                        service: String(name.service.prefix(200)), account: name.account)
                } catch {
                    return name
                }
            }
        },
        PlantedKeyFault(
            "an error holds the name",
            breaks: [
                "P10: errors and descriptions show no name and no key"
            ]
        ) { store in
            store.beforeCreation = { (base, creation) throws(KeychainError) in
                if try base.attributesWithoutPrompt(of: creation.name) != nil {
                    throw KeychainError(
                        .unknown, "taken: \(creation.name.account)",
                        nativeDomain: StoreConflict.domain,
                        nativeCode: StoreConflict.alreadyExists.rawValue)
                }
            }
        },
    ]
}
