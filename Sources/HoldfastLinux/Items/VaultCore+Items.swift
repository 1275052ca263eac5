#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// What a write depends on besides the caller's condition.
enum WriteTarget {
    /// Anything: absent, live or invalidated.
    case any
    /// An invalidated item.
    case tombstone
}

extension VaultCore {
    // MARK: Reading

    func read(
        _ key: ItemKey, evidence: Evidence
    ) throws(KeychainError) -> Item? {
        guard let vault = try settledVault() else { return nil }
        return try reading(vault) { (tree) throws(KeychainError) in
            guard let row = try tree.item(tree.keys.id(of: key), withValue: true) else {
                return nil
            }
            let metadata = try metadata(of: row, key, tree)
            let value = try value(of: row, metadata, tree, evidence)
            return Item(value: value, attributes: metadata.attributes(version: row.version))
        }
    }

    func attributes(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        guard let vault = try settledVault() else { return nil }
        return try reading(vault) { (tree) throws(KeychainError) in
            guard let row = try tree.item(tree.keys.id(of: key), withValue: false) else {
                return nil
            }
            return try metadata(of: row, key, tree).attributes(version: row.version)
        }
    }

    /// A row's metadata, checked to be the asked key's.
    func metadata(
        of row: ItemRow, _ key: ItemKey, _ tree: Tree
    ) throws(KeychainError) -> ItemMetadata {
        let metadata = try checkedMetadata(of: row, tree)
        guard metadata.key == key else { throw Tree.damaged }
        return metadata
    }

    /// A row's metadata, checked to fit the row.
    func checkedMetadata(of row: ItemRow, _ tree: Tree) throws(KeychainError) -> ItemMetadata {
        let metadata = try tree.seal.openMetadata(row)
        let isGated = metadata.protection.accessControl.allowsPasscode
        guard (metadata.invalidation != nil) == row.isTombstone,
            row.isTombstone || KeyClass(metadata.protection.accessibility) == row.slot.keyClass,
            row.isTombstone || (row.gateGeneration != 0) == isGated
        else { throw Tree.damaged }
        return metadata
    }

    /// A row's value.
    ///
    /// - Throws: `KEY_INVALIDATED` for a tombstone, `INTERACTION_NOT_ALLOWED` if its class is
    ///   locked, `AUTH_REQUIRED` if it needs a person and neither `evidence` nor a grant has one.
    func value(
        of row: ItemRow, _ metadata: ItemMetadata, _ tree: Tree, _ evidence: Evidence
    ) throws(KeychainError) -> SecretBytes {
        if let invalidation = metadata.invalidation { throw invalidation.error }
        let classKey = try requireKey(row.slot, tree.vault)
        try requirePresence(metadata.protection, evidence)
        let gate = try gate(row.gateGeneration, metadata, evidence)
        noticeFingers(metadata, evidence)
        let keys = valueKeys(classKey, row.slot, gate, tree.vault)
        let value = try tree.seal.openValue(row, metadata, with: keys)
        guard value.count == metadata.byteCount else { throw Tree.damaged }
        return value
    }

    private func valueKeys(
        _ classKey: SecretBytes, _ slot: KeySlot, _ gate: GateKey?, _ vault: OpenVault
    ) -> ItemSeal.ValueKeys {
        guard let gate else {
            return ItemSeal.ValueKeys(classKey: vault.absorbed(classKey, of: slot))
        }
        return ItemSeal.ValueKeys(classKey: classKey, gate: gate)
    }

    // MARK: Writing

    func write(
        _ value: SecretBytes, for key: ItemKey, _ options: WriteOptions, _ target: WriteTarget,
        evidence: Evidence
    ) throws(KeychainError) -> ItemVersion {
        let write = ItemWrite(value, for: key, options: options)
        try check(write)
        let vault = try vaultForWriting(options, target)
        try resumeRetirement(vault)
        return try changing(vault) { (tree) throws(KeychainError) in
            try store(write, target, &tree, evidence)
        }
    }

    /// Makes several writes in one transaction: all of them or none.
    ///
    /// They get one version. That is no number used twice: a version belongs to its item.
    func write(_ writes: [ItemWrite], evidence: Evidence) throws(KeychainError) {
        for write in writes { try check(write) }
        guard let first = writes.first else { return }
        let vault = try vaultForWriting(first.options, .any)
        try resumeRetirement(vault)
        try changing(vault) { (tree) throws(KeychainError) in
            for write in writes { _ = try store(write, .any, &tree, evidence) }
        }
    }

    private func check(_ write: ItemWrite) throws(KeychainError) {
        try Item.check(write.value)
        if let protection = write.options.protection { try check(protection) }
    }

    private func store(
        _ write: ItemWrite, _ target: WriteTarget, _ tree: inout Tree, _ evidence: Evidence
    ) throws(KeychainError) -> ItemVersion {
        let key = write.key
        let id = tree.keys.id(of: key)
        let entry = try tree.entry(of: id)
        let old = try existing(id, key, entry, tree)
        try check(write.options.condition, target, old)
        let metadata = newMetadata(write, old, evidence)
        try check(metadata.protection)
        let row = try sealedRow(write.value, metadata, id, tree, evidence)
        // An item that is there has its tag in its entry, which has been verified.
        let tag = entry.map { Array($0.tag) } ?? tree.keys.tag(ofService: key.service)
        let digest = try tree.put(row, tag: tag)
        if let entry { tree.vault.itemFacts.remove(entry.digest) }
        tree.vault.itemFacts.put(ItemFacts(row, metadata), digest[...])
        return ItemVersion(rawValue: row.version)
    }

    /// The vault to write to, made if there is none and the write could succeed in a new one.
    private func vaultForWriting(
        _ options: WriteOptions, _ target: WriteTarget
    ) throws(KeychainError) -> OpenVault {
        if let vault = try settledVault() { return vault }
        if target == .tombstone { throw StoreConflict.notInvalidated.error }
        try checkWithoutVault(options)
        return try settledVaultOrNew()
    }

    /// What is there under an id, if it may be replaced now.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` if it is an item that is not readable now.
    private func existing(
        _ id: [UInt8], _ key: ItemKey, _ entry: EntryFields?, _ tree: Tree
    ) throws(KeychainError) -> ItemFacts? {
        guard let entry, let facts = try facts(id, key, entry, tree) else { return nil }
        if !facts.isTombstone { _ = try requireKey(facts.slot, tree.vault) }
        return facts
    }

    private func facts(
        _ id: [UInt8], _ key: ItemKey, _ entry: EntryFields, _ tree: Tree
    ) throws(KeychainError) -> ItemFacts? {
        let known = tree.vault.itemFacts
        if let facts = known[entry.digest] { return facts }
        guard let row = try tree.item(id, withValue: false) else { return nil }
        let facts = ItemFacts(row, try metadata(of: row, key, tree))
        known.put(facts, entry.digest)
        return facts
    }

    private func check(
        _ condition: WriteCondition, _ target: WriteTarget,
        _ old: ItemFacts?
    ) throws(KeychainError) {
        if target == .tombstone && old?.isTombstone != true {
            throw StoreConflict.notInvalidated.error
        }
        switch condition {
        case .always: return
        case .ifAbsent:
            if old != nil { throw StoreConflict.alreadyExists.error }
        case .ifVersion(let version):
            if old?.version != version.rawValue { throw StoreConflict.versionChanged.error }
        }
    }

    private func newMetadata(
        _ write: ItemWrite, _ old: ItemFacts?, _ evidence: Evidence
    ) -> ItemMetadata {
        let now = configuration.clock.now
        let protection = write.options.protection ?? old?.protection ?? .standard
        return ItemMetadata(
            key: write.key, protection: protection, kind: write.options.kind,
            created: old?.created ?? now, modified: now, byteCount: write.value.count,
            invalidation: nil,
            fingers: protection.accessControl.isBoundToEnrolledBiometrics ? evidence.fingers : nil)
    }

    /// Seals a value and its metadata with a fresh salt, as the tree's next version.
    func sealedRow(
        _ value: SecretBytes, _ metadata: ItemMetadata, _ id: [UInt8], _ tree: Tree,
        _ evidence: Evidence, version: UInt64? = nil
    ) throws(KeychainError) -> ItemRow {
        let protection = metadata.protection
        let slot = try currentSlot(KeyClass(protection.accessibility), tree.vault)
        // The class first: nobody is asked for a passcode that would not help.
        let classKey = try requireKey(slot, tree.vault)
        var gateKey: GateKey?
        if protection.accessControl.allowsPasscode {
            let generation = try currentSlot(.passcodeGate, tree.vault).generation
            gateKey = try gate(generation, metadata, evidence)
        }
        let keys = valueKeys(classKey, slot, gateKey, tree.vault)
        let version = version ?? tree.root.sequence + 1
        let salt = try crypto { () throws(CryptoError) in
            try configuration.random.bytes(ItemRow.saltByteCount)
        }
        let sealed = try tree.seal.sealValue(
            value, metadata, version: version, slot: slot, salt: salt, with: keys)
        return ItemRow(
            id: id, version: version, isTombstone: false, slot: slot,
            gateGeneration: gateKey?.generation ?? 0, salt: salt,
            metadata: try tree.seal.sealMetadata(metadata, id: id, version: version, salt: salt),
            valueDigest: SHA256.hash(sealed), value: sealed)
    }

    // MARK: Removing and renaming

    func remove(_ key: ItemKey) throws(KeychainError) -> Bool {
        guard let vault = try settledVault() else { return false }
        // A look first: removing what is not there should write nothing.
        guard try attributes(of: key) != nil else { return false }
        return try changing(vault) { (tree) throws(KeychainError) in
            let id = tree.keys.id(of: key)
            guard try tree.item(id, withValue: false) != nil else { return false }
            try tree.remove(id)
            return true
        }
    }

    func rename(
        _ key: ItemKey, to newKey: ItemKey, replacing: Bool, evidence: Evidence
    ) throws(KeychainError) -> ItemVersion {
        guard let vault = try settledVault() else { throw StoreConflict.notFound.error }
        return try changing(vault) { (tree) throws(KeychainError) in
            let id = tree.keys.id(of: key)
            guard let row = try tree.item(id, withValue: true) else {
                throw StoreConflict.notFound.error
            }
            let old = try metadata(of: row, key, tree)
            let value = try value(of: row, old, tree, evidence)
            if key == newKey { return ItemVersion(rawValue: row.version) }
            let newID = tree.keys.id(of: newKey)
            let entry = try tree.entry(of: newID)
            if try existing(newID, newKey, entry, tree) != nil && !replacing {
                throw StoreConflict.alreadyExists.error
            }
            let metadata = ItemMetadata(
                key: newKey, protection: old.protection, kind: old.kind, created: old.created,
                modified: old.modified, byteCount: old.byteCount, invalidation: nil,
                fingers: old.fingers)
            let moved = try sealedRow(value, metadata, newID, tree, evidence)
            try tree.put(moved, tag: tree.keys.tag(ofService: newKey.service))
            try tree.remove(id)
            return ItemVersion(rawValue: moved.version)
        }
    }

    // MARK: What is refused

    /// Refuses a protection that is contradictory or that this vault cannot give.
    private func check(_ protection: ItemProtection) throws(KeychainError) {
        try protection.validate()
        try LinuxVault.capabilities.check(protection)
        switch protection.accessControl {
        // Whether a finger can be asked for was asked before the transaction: it may take a while.
        case .none, .devicePasscode, .biometryAny, .biometryAnyOrPasscode,
            .biometryCurrentSetOrPasscode:
            return
        case .biometryCurrentSet:
            throw KeychainError(
                .unsupported, "a fingerprint reader on Linux gives no key to bind an item to",
                advice: "use biometryCurrentSetOrPasscode or devicePasscode")
        }
    }

    private func checkWithoutVault(_ options: WriteOptions) throws(KeychainError) {
        if case .ifVersion = options.condition { throw StoreConflict.versionChanged.error }
        guard let protection = options.protection else { return }
        if protection.accessControl.allowsPasscode
            || KeyClass(protection.accessibility).needsPasscode
        {
            throw KeychainError(
                .passcodeNotSet, "the protection needs a passcode, and the vault has none",
                advice: "set one with `holdfast passcode set`, or choose a weaker protection")
        }
    }
}
#endif
