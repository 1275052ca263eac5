import HoldfastCore
import HoldfastCrypto

/// A case at work: the subject, and the ways to say what is expected of it.
struct Examination: Sendable, Expectations {
    let subject: ConformanceSubject

    var store: any ItemStore { subject.store }

    /// A key of the suite's own service.
    func key(_ account: String, service: String = "conformance") throws -> ItemKey {
        try ItemKey(service: service, account: account)
    }

    /// Hands out a control, or ends the case as not applicable.
    func need<Control>(
        _ path: KeyPath<ConformanceSubject, Control?>, _ name: String
    ) throws(MissingControl) -> Control {
        guard let control = subject[keyPath: path] else {
            throw MissingControl(reason: "the subject has no control \(name)")
        }
        return control
    }

    func lock() async throws { try await need(\.lock, "lock")() }
    func unlock() async throws { try await need(\.unlock, "unlock")() }
    func reboot() async throws { try await need(\.simulateReboot, "simulateReboot")() }
    func reopen() async throws -> any ItemStore { try await need(\.reopen, "reopen")() }

    func invalidate(_ key: ItemKey) async throws {
        try await need(\.invalidate, "invalidate")(key)
    }

    /// What a new item gets when nothing is said.
    var standardProtection: ItemProtection { store.capabilities.standardProtection }

    /// The same, bound to hardware.
    func standardProtection(keyStorage: KeyStorage) -> ItemProtection {
        var protection = standardProtection
        protection.keyStorage = keyStorage
        return protection
    }

    /// Ends the case as not applicable where versions tell nothing apart.
    func needVersions() throws(MissingControl) {
        if !store.capabilities.hasVersions {
            throw MissingControl(reason: "the store has no versions")
        }
    }

    /// Ends the case as not applicable where there is no such kind of items.
    func need(_ kind: ItemKind) throws(MissingControl) {
        if store.capabilities.kinds.contains(kind) { return }
        throw MissingControl(reason: "the store has no items of the kind \(kind.rawValue)")
    }

    /// The classes that the subject can store now.
    var usableAccessibilities: [Accessibility] {
        Accessibility.allCases.filter { accessibility in
            store.capabilities.accessibilities.contains(accessibility)
                && (subject.hasPasscode || accessibility != .whenPasscodeSetThisDeviceOnly)
        }
    }
}

extension Examination {
    func expect(
        _ item: Item?, is value: SecretBytes, _ what: String
    ) throws(ConformanceFailure) {
        guard let item else {
            throw ConformanceFailure("\(what): expected \(value.fingerprint), read nil")
        }
        if item.value != value {
            throw ConformanceFailure(
                "\(what): expected \(value.fingerprint), read \(item.value.fingerprint)")
        }
    }

    /// Expects that an item reads as a value by both ways of reading.
    func expect(_ key: ItemKey, holds value: SecretBytes, _ what: String) async throws {
        try expect(try await store.read(key), is: value, what)
        try expect(try store.readWithoutPrompt(key), is: value, what + ", prompt-free")
    }

    /// Expects that every way to ask says that there is no such item.
    func expectMissing(_ key: ItemKey, _ what: String) async throws {
        try expect(try await store.read(key) == nil, "\(what): a read answers nil")
        try expect(try store.readWithoutPrompt(key) == nil, "\(what): so does a prompt-free read")
        try expect(try await store.attributes(of: key) == nil, "\(what): it has no attributes")
        try expect(try store.attributesWithoutPrompt(of: key) == nil, "\(what): nor prompt-free")
        try expect(try await store.contains(key) == false, "\(what): it is not contained")
        let listed = try await store.list(service: key.service)
        try expect(listed.allSatisfy { $0.key != key }, "\(what): it is not listed")
    }
}

extension SecretBytes {
    /// The count and the beginning of the hash, to tell values apart without showing them.
    var fingerprint: String {
        let hash = SHA256.hash { $0.absorb(self) }
        let digits = hash.prefix(4).map { byte in
            let hex = String(byte, radix: 16)
            return hex.count == 1 ? "0" + hex : hex
        }
        return "\(count) bytes, SHA-256 \(digits.joined())…"
    }
}
