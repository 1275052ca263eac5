import HoldfastCore
import HoldfastCrypto
import HoldfastLab

extension PlantedFault {
    /// Errors turned into "there is nothing".
    static let unreadable: [PlantedFault] = [
        PlantedFault(
            "a locked read answers nil",
            breaks: [
                "P1: before the first unlock a read throws and is never nil",
                "P1: while locked each class is readable as it says",
            ]
        ) { store in
            store.readAnswer = { $0.answering(nil, insteadOf: .interactionNotAllowed) }
        },
        PlantedFault(
            "a tombstone reads as nil",
            breaks: [
                "P1: a tombstone is not created over or updated",
                "P1: an item whose key is lost is KEY_INVALIDATED until handled",
                "P5: a tombstone is there after reopening",
            ]
        ) { store in
            store.readAnswer = { $0.answering(nil, insteadOf: .keyInvalidated) }
        },
        PlantedFault(
            "an unreadable name has no attributes",
            breaks: [
                "P1: before the first unlock no name is looked up"
            ]
        ) { store in
            store.attributesAnswer = { $0.answering(nil, insteadOf: .interactionNotAllowed) }
        },
        PlantedFault(
            "an unreadable list is empty",
            breaks: [
                "P1: before the first unlock no name is looked up"
            ]
        ) { store in
            store.listed = { (service, base) throws(KeychainError) in
                do throws(KeychainError) {
                    return try base.listWithoutPrompt(service: service)
                } catch {
                    if error.code == .interactionNotAllowed { return [] }
                    throw error
                }
            }
        },
        PlantedFault(
            "an empty value reads as nil",
            breaks: [
                "P1: an empty value is a value",
                "P1: bytes that do not decode are DATA_CORRUPTED, and stay",
                "P2: a write replaces the whole value",
                "P2: eight tasks on their own keys do not disturb each other",
                "P2: text comes back as it was, scalar for scalar",
                "P2: values of 0 to 1 048 576 bytes come back byte for byte",
                "P5: what a write returned is there after reopening",
            ]
        ) { store in
            store.readAnswer = { outcome in outcome.map { $0?.value.isEmpty == true ? nil : $0 } }
        },
        PlantedFault(
            "a prompt-free read of a protected item answers nil",
            breaks: [
                "P11: a prompt-free call on a protected item is AUTH_REQUIRED"
            ]
        ) { store in
            store.readAnswer = { $0.answering(nil, insteadOf: .authRequired) }
        },
    ]

    /// Values that are there and are not.
    static let inventive: [PlantedFault] = [
        PlantedFault(
            "a missing item reads as an empty one",
            breaks: [
                "P11: options that contradict each other are INVALID_ARGUMENT",
                "P1: an item that was never written is nil, however one asks",
                "P1: before the first unlock no name is looked up",
                "P1: readOrCreate creates nothing while the store cannot answer",
                "P2: a Codable value comes back equal",
                "P2: a byte more is refused and the old value stays",
                "P2: a credential comes back as it was, and as a credential",
                "P2: a name is text and nothing else",
                "P2: both normal forms of a letter are two names",
                "P2: ifVersion creates nothing",
                "P2: names may have spaces around them",
                "P2: names of 256 scalars are kept whole",
                "P2: replaceInvalidated leaves live and missing items alone",
                "P2: service and account are apart",
                "P2: text comes back as it was, scalar for scalar",
                "P2: the case of a name counts",
                "P5: a removal holds after reopening",
                "P6: a removal is reported once and final",
                "P6: a tombstone can be removed",
                "P6: an item can be removed while locked",
            ]
        ) { store in
            store.readAnswer = { outcome in
                outcome.map { item in
                    guard item == nil, let key = try? ItemKey(service: "a", account: "b") else {
                        return item
                    }
                    return Item(value: SecretBytes([]), attributes: .invented(key))
                }
            }
        },
        PlantedFault(
            "every item reads as a credential",
            breaks: [
                "P1: an item that is no credential is not taken for one",
                "P1: attributes say what was written",
            ]
        ) { store in
            store.readAnswer = { outcome in
                outcome.map { item in
                    item.map { Item(value: $0.value, attributes: $0.attributes.as(.credential)) }
                }
            }
        },
        PlantedFault(
            "a brace at the start of a value is lost",
            breaks: [
                "P1: bytes that do not decode are DATA_CORRUPTED, and stay",
                "P2: a Codable value comes back equal",
            ]
        ) { store in
            store.beforeWrite = { (_, write) throws(KeychainError) in
                let bytes = write.value.copyBytes()
                if bytes.first == 0x7b { write.value = SecretBytes(bytes.dropFirst()) }
            }
        },
    ]

    /// Values that do not come back as they were.
    static let lossy: [PlantedFault] = [
        PlantedFault(
            "a write deletes, then adds",
            breaks: [
                "P11: a prompt-free call on a protected item is AUTH_REQUIRED",
                "P2: a prompt that is not confirmed changes nothing",
                "P2: a rewrite keeps when an item was created",
                "P2: a write that the lock refuses leaves the old value",
            ],
            mayBreak: [
                "P2: readers see whole values while others write"
            ]
        ) { store in
            store.beforeWrite = { (base, write) throws(KeychainError) in
                guard let old = known(write.key, to: base), old.invalidation == nil,
                    write.value.count <= Item.maximumByteCount,
                    write.options.condition == .always,
                    try isAcceptable(write.options.protection, to: base)
                else { return }
                write.options.protection = write.options.protection ?? old.protection
                _ = try base.removeWithoutPrompt(write.key)
            }
        },
        PlantedFault(
            "a value ends at its first NUL",
            breaks: [
                "P10: errors and descriptions show no name and no value",
                "P1: a credential that does not decode is DATA_CORRUPTED, and stays",
                "P1: attributes say what was written",
                "P2: a byte more is refused and the old value stays",
                "P2: a credential comes back as it was, and as a credential",
                "P2: a write replaces the whole value",
                "P2: eight tasks on their own keys do not disturb each other",
                "P2: every class can be changed to every other, in place",
                "P2: of eight creators one creates, and all get its value",
                "P2: readers see whole values while others write",
                "P2: text comes back as it was, scalar for scalar",
                "P2: updates by eight tasks lose no increment",
                "P2: values are bytes, whatever they look like",
                "P2: values of 0 to 1 048 576 bytes come back byte for byte",
                "P5: what a write returned is there after reopening",
            ]
        ) { store in
            store.beforeWrite = { (_, write) throws(KeychainError) in
                write.value = SecretBytes(write.value.copyBytes().prefix { $0 != 0 })
            }
        },
        PlantedFault(
            "bytes that are no text are repaired",
            breaks: [
                "P1: bytes that are no text are not repaired",
                "P2: a name is text and nothing else",
                "P2: both normal forms of a letter are two names",
                "P2: eight tasks on their own keys do not disturb each other",
                "P2: service and account are apart",
                "P2: values are bytes, whatever they look like",
                "P6: a removal takes one item",
            ]
        ) { store in
            store.beforeWrite = { (_, write) throws(KeychainError) in
                guard write.value.utf8String() == nil, write.value.count < 10 else { return }
                let repaired = String(decoding: write.value.copyBytes(), as: UTF8.self)
                write.value = SecretBytes(utf8: repaired)
            }
        },
        PlantedFault(
            "a value is cut at the limit instead of refused",
            breaks: [
                "P10: errors and descriptions show no name and no value",
                "P2: a byte more is refused and the old value stays",
            ]
        ) { store in
            store.beforeWrite = { (_, write) throws(KeychainError) in
                guard write.value.count > Item.maximumByteCount else { return }
                write.value = SecretBytes(write.value.copyBytes().prefix(Item.maximumByteCount))
            }
        },
        PlantedFault(
            "the largest value is refused",
            breaks: [
                "P2: values of 0 to 1 048 576 bytes come back byte for byte"
            ]
        ) { store in
            store.beforeWrite = { (_, write) throws(KeychainError) in
                guard write.value.count >= Item.maximumByteCount else { return }
                throw KeychainError(.invalidArgument, "the value is too large")
            }
        },
        PlantedFault(
            "a shorter value keeps the end of a longer one",
            breaks: [
                "P1: a tombstone is not created over or updated",
                "P1: an empty value is a value",
                "P2: a credential comes back as it was, and as a credential",
                "P2: a plain write replaces a tombstone",
                "P2: a write replaces the whole value",
                "P2: every class can be changed to every other, in place",
                "P2: text comes back as it was, scalar for scalar",
                "P2: values are bytes, whatever they look like",
                "P5: what a write returned is there after reopening",
            ],
            mayBreak: [
                "P2: readers see whole values while others write"
            ]
        ) { store in
            store.beforeWrite = { (base, write) throws(KeychainError) in
                guard known(write.key, to: base)?.protection.accessControl == AccessControl.none,
                    let old = try base.readWithoutPrompt(write.key)?.value.copyBytes(),
                    old.count > write.value.count
                else { return }
                let tail = old.dropFirst(write.value.count)
                write.value = SecretBytes(write.value.copyBytes() + tail)
            }
        },
    ]

    private static func isAcceptable(
        _ protection: ItemProtection?, to base: any ItemStore
    ) throws(KeychainError) -> Bool {
        guard let protection else { return true }
        try protection.validate()
        return try base.canUse(protection.accessControl) == .available
    }
}

extension Result where Failure == KeychainError {
    /// Swallows an error of a code, which no store may do.
    func answering(_ answer: Success, insteadOf code: KeychainError.Code) -> Self {
        if case .failure(let error) = self, error.code == code { return .success(answer) }
        return self
    }
}
