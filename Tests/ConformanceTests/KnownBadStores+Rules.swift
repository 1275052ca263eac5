import HoldfastCore
import HoldfastCrypto
import HoldfastLab

extension PlantedFault {
    /// Conditions that do not hold what they say.
    static let conditions: [PlantedFault] = [
        PlantedFault(
            "a write ignores its condition",
            breaks: [
                "P10: errors and descriptions show no name and no value",
                "P1: a tombstone is not created over or updated",
                "P2: a version is never used twice, not even after a removal",
                "P2: ifAbsent creates once and then leaves the old value",
                "P2: ifVersion creates nothing",
                "P2: ifVersion replaces what was read and nothing else",
            ],
            mayBreak: [
                "P2: updates by eight tasks lose no increment",
                "P2: of eight creators one creates, and all get its value",
            ]
        ) { store in
            store.beforeWrite = { (_, write) throws(KeychainError) in
                write.options.condition = .always
            }
        },
        PlantedFault(
            "ifVersion creates what is missing",
            breaks: [
                "P2: ifVersion creates nothing"
            ]
        ) { store in
            store.beforeWrite = { (base, write) throws(KeychainError) in
                guard case .ifVersion = write.options.condition,
                    known(write.key, to: base) == nil
                else { return }
                write.options.condition = .always
            }
        },
        PlantedFault(
            "versions begin again after a removal",
            breaks: [
                "P2: a version is never used twice, not even after a removal"
            ]
        ) { store in
            plantReusedVersions(&store)
        },
        PlantedFault(
            "replaceInvalidated replaces anything",
            breaks: [
                "P10: errors and descriptions show no name and no value",
                "P2: replaceInvalidated goes through a tombstone once",
                "P2: replaceInvalidated leaves live and missing items alone",
            ]
        ) { store in
            store.replacesAnything = true
        },
        PlantedFault(
            "a creation goes over a tombstone",
            breaks: [
                "P1: a tombstone is not created over or updated"
            ]
        ) { store in
            store.beforeWrite = { (base, write) throws(KeychainError) in
                if known(write.key, to: base)?.invalidation != nil {
                    write.options.condition = .always
                }
            }
        },
        PlantedFault(
            "a tombstone refuses every write",
            breaks: [
                "P1: a tombstone is not created over or updated",
                "P2: a plain write replaces a tombstone",
            ]
        ) { store in
            store.beforeWrite = { (base, write) throws(KeychainError) in
                if let invalidation = known(write.key, to: base)?.invalidation {
                    throw invalidation.error
                }
            }
        },
    ]

    /// Protections that are lost, guessed or ignored.
    static let protections: [PlantedFault] = [
        PlantedFault(
            "a rewrite falls back to the standard protection",
            breaks: [
                "P2: a prompt that is not confirmed changes nothing",
                "P2: a write that the lock refuses leaves the old value",
                "P2: rewriting a value keeps its protection",
            ]
        ) { store in
            store.beforeWrite = { (_, write) throws(KeychainError) in
                write.options.protection = write.options.protection ?? .standard
            }
        },
        PlantedFault(
            "a change of protection is ignored",
            breaks: [
                "P2: every class can be changed to every other, in place"
            ]
        ) { store in
            store.beforeWrite = { (base, write) throws(KeychainError) in
                guard let old = known(write.key, to: base), old.invalidation == nil,
                    let new = write.options.protection,
                    new.accessControl == .none, old.protection.accessControl == .none
                else { return }
                try new.validate()
                try base.capabilities.check(new)
                write.options.protection = nil
            }
        },
        PlantedFault(
            "an access control is dropped",
            breaks: [
                "P11: a prompt-free call on a protected item is AUTH_REQUIRED",
                "P11: looking and removing never prompt",
                "P2: a prompt that is not confirmed changes nothing",
            ]
        ) { store in
            store.beforeWrite = { (base, write) throws(KeychainError) in
                guard let protection = write.options.protection else { return }
                try protection.validate()
                guard try base.canUse(protection.accessControl) == .available else { return }
                write.options.protection?.accessControl = .none
            }
        },
        PlantedFault(
            "contradictory options are made to fit",
            breaks: [
                "P11: contradictions are refused before the device is asked",
                "P11: options that contradict each other are INVALID_ARGUMENT",
            ]
        ) { store in
            store.beforeWrite = { (_, write) throws(KeychainError) in
                guard let protection = write.options.protection else { return }
                if (try? protection.validate()) == nil { write.options.protection = .standard }
            }
        },
        PlantedFault(
            "options that the store lacks are ignored",
            breaks: [
                "P11: an option that the store does not list is refused"
            ], capabilities: .little
        ) { store in
            store.beforeWrite = { (base, write) throws(KeychainError) in
                guard let protection = write.options.protection else { return }
                try protection.validate()
                if (try? base.capabilities.check(protection)) == nil {
                    write.options.protection = .standard
                }
            }
        },
        PlantedFault(
            "canUse promises what writes refuse",
            breaks: [
                "P11: a prompt-free call on a protected item is AUTH_REQUIRED",
                "P11: canUse and a write agree on every access control",
                "P11: looking and removing never prompt",
                "P2: a prompt that is not confirmed changes nothing",
            ], capabilities: .little
        ) { store in
            store.canUseAnswer = { accessControl, outcome in
                accessControl == .devicePasscode ? .success(.available) : outcome
            }
        },
        PlantedFault(
            "a new item is readable while unlocked only",
            breaks: [
                "P1: attributes say what was written",
                "P2: a new item without a protection gets the standard one",
            ]
        ) { store in
            store.beforeWrite = { (base, write) throws(KeychainError) in
                guard write.options.protection == nil, known(write.key, to: base) == nil else {
                    return
                }
                write.options.protection = ItemProtection(accessibility: .whenUnlocked)
            }
        },
        PlantedFault(
            "synchronizable is forgotten",
            breaks: [
                "P11: what the store lists can be written, and is kept"
            ]
        ) { store in
            store.beforeWrite = { (_, write) throws(KeychainError) in
                guard let protection = write.options.protection else { return }
                try protection.validate()
                write.options.protection?.isSynchronizable = false
            }
        },
        PlantedFault(
            "a kind is forgotten",
            breaks: [
                "P1: a credential that does not decode is DATA_CORRUPTED, and stays",
                "P1: attributes say what was written",
                "P2: a credential comes back as it was, and as a credential",
            ]
        ) { store in
            store.beforeWrite = { (_, write) throws(KeychainError) in
                write.options.kind = .bytes
            }
        },
        PlantedFault(
            "a refused prompt stores the value without protection",
            breaks: [
                "P11: a prompt-free call on a protected item is AUTH_REQUIRED",
                "P2: a prompt that is not confirmed changes nothing",
            ]
        ) { store in
            store.beforeWrite = { (base, write) throws(KeychainError) in
                guard let old = known(write.key, to: base),
                    old.protection.accessControl != .none, write.options.protection == nil
                else { return }
                write.options.protection = .standard
                write.value = SecretBytes(write.value.copyBytes() + [0])
            }
        },
    ]

    /// Devices and data that are not what they say.
    static let devices: [PlantedFault] = [
        PlantedFault.spoiling(
            "reopening finds nothing",
            breaks: [
                "P5: a removal holds after reopening",
                "P5: a tombstone is there after reopening",
                "P5: versions go on after reopening, over a removal too",
                "P5: what a write returned is there after reopening",
            ]
        ) { subject in
            subject.reopen = { MemoryStore() }
        },
        PlantedFault.spoiling(
            "a start is no different from a lock",
            breaks: [
                "P1: before the first unlock a read throws and is never nil",
                "P1: before the first unlock no name is looked up",
                "P1: readOrCreate creates nothing while the store cannot answer",
                "P1: waiting ends when the class is readable, and not before",
            ]
        ) { subject in
            subject.simulateReboot = subject.lock
        },
        PlantedFault.spoiling(
            "a passcode is not needed for what needs one",
            breaks: [
                "P11: an item that needs a passcode is refused without one"
            ]
        ) {
            subject in
            subject.hasPasscode = false
        },
        PlantedFault(
            "the store seems unlocked before it is",
            breaks: [
                "P1: availability follows the device",
                "P1: waiting ends when the class is readable, and not before",
            ]
        ) { store in
            store.updates = { _ in
                AsyncStream { continuation in continuation.yield(.unlocked) }
            }
        },
        PlantedFault(
            "updates do not begin with the present state",
            breaks: [
                "P1: availability follows the device",
                "P1: availability updates start with the present state",
            ]
        ) { store in
            store.updates = { stream in
                let (later, continuation) = AsyncStream.makeStream(of: StoreAvailability.self)
                let task = Task {
                    for await state in stream.dropFirst() { continuation.yield(state) }
                }
                continuation.onTermination = { _ in task.cancel() }
                return later
            }
        },
        PlantedFault(
            "errors name the item",
            breaks: [
                "P10: errors and descriptions show no name and no value"
            ]
        ) { store in
            store.written = { key, outcome in
                outcome.mapError { error in
                    KeychainError(
                        error.code, error.message + " at " + key.account,
                        nativeDomain: error.nativeDomain, nativeCode: error.nativeCode,
                        advice: error.advice)
                }
            }
        },
    ]

    /// Counts versions from the last removal on, so that they come again.
    private static func plantReusedVersions(_ store: inout FaultyStore) {
        let offsets = Locked<[ItemKey: UInt64]>([:])
        let shown: @Sendable (ItemKey, ItemVersion) -> ItemVersion = { key, version in
            ItemVersion(rawValue: version.rawValue &- offsets.withLock { $0[key] ?? 0 })
        }
        let attributes: @Sendable (ItemAttributes) -> ItemAttributes = {
            $0.at(shown($0.key, $0.version))
        }
        store.beforeRemoval = { (base, key) throws(KeychainError) in
            guard let last = try base.attributesWithoutPrompt(of: key)?.version else { return }
            offsets.withLock { $0[key] = last.rawValue }
        }
        store.beforeWrite = { (_, write) throws(KeychainError) in
            guard case .ifVersion(let version) = write.options.condition else { return }
            let offset = offsets.withLock { $0[write.key] ?? 0 }
            write.options.condition = .ifVersion(
                ItemVersion(rawValue: version.rawValue &+ offset))
        }
        store.written = { key, outcome in outcome.map { shown(key, $0) } }
        store.attributesAnswer = { outcome in outcome.map { $0.map(attributes) } }
        store.readAnswer = { outcome in
            outcome.map { item in
                item.map { Item(value: $0.value, attributes: attributes($0.attributes)) }
            }
        }
        store.listed = { (service, base) throws(KeychainError) in
            try base.listWithoutPrompt(service: service).map(attributes)
        }
    }
}
