import HoldfastCore
import HoldfastCrypto

/// A case at work: the subject, and the ways to say what is expected of it.
struct KeyStoreExamination: Sendable, Expectations {
    let subject: KeyStoreSubject

    var store: any DeviceKeyStore { subject.store }

    /// A name of the suite's own service.
    func name(_ account: String, service: String = "conformance") throws -> ItemKey {
        try ItemKey(service: service, account: account)
    }

    /// Hands out a control, or ends the case as not applicable.
    func need<Control>(
        _ path: KeyPath<KeyStoreSubject, Control?>, _ name: String
    ) throws(MissingControl) -> Control {
        guard let control = subject[keyPath: path] else {
            throw MissingControl(reason: "the subject has no control \(name)")
        }
        return control
    }

    func lock() async throws { try await need(\.lock, "lock")() }
    func unlock() async throws { try await need(\.unlock, "unlock")() }
    func reboot() async throws { try await need(\.simulateReboot, "simulateReboot")() }
    func reopen() async throws -> any DeviceKeyStore { try await need(\.reopen, "reopen")() }

    func invalidate(_ name: ItemKey) async throws {
        try await need(\.invalidate, "invalidate")(name)
    }

    /// The uses that keys of the subject can have; every store has one.
    var uses: [DeviceKeyUse] {
        DeviceKeyUse.allCases.filter { store.capabilities.uses.contains($0) }
    }

    /// The classes that keys of the subject can have now.
    var usableAccessibilities: [Accessibility] {
        Accessibility.allCases.filter { accessibility in
            store.capabilities.accessibilities.contains(accessibility)
                && (subject.hasPasscode || accessibility != .whenPasscodeSetThisDeviceOnly)
        }
    }

    /// The access controls with which keys can be made now, or the end of the case.
    func promptingControls() throws -> [AccessControl] {
        let controls = try AccessControl.allCases.filter { accessControl in
            try accessControl != .none && store.canUse(accessControl) == .available
        }
        if controls.isEmpty {
            throw MissingControl(reason: "no access control is available on the subject")
        }
        return controls
    }
}

extension KeyStoreExamination {
    /// The other side of an agreement, the same in every run.
    func peer(_ number: UInt8) throws -> P256PrivateKey {
        try P256PrivateKey(scalar: SecretBytes([UInt8](repeating: number, count: 32)))
    }

    /// Uses a key once, and says whether it is there.
    func use(_ name: ItemKey, for use: DeviceKeyUse) async throws(KeychainError) -> Bool {
        switch use {
        case .signing: try await store.signature(for: Self.message, with: name) != nil
        case .keyAgreement: try await store.sharedSecret(with: Self.somePoint, using: name) != nil
        }
    }

    func useWithoutPrompt(
        _ name: ItemKey, for use: DeviceKeyUse
    ) throws(KeychainError) -> Bool {
        switch use {
        case .signing: try store.signatureWithoutPrompt(for: Self.message, with: name) != nil
        case .keyAgreement:
            try store.sharedSecretWithoutPrompt(with: Self.somePoint, using: name) != nil
        }
    }

    /// Expects that a name has a key that works, and that the key is this one.
    func expect(
        _ name: ItemKey, is key: P256PublicKey, for use: DeviceKeyUse, _ what: String,
        in reopened: (any DeviceKeyStore)? = nil
    ) async throws {
        let store = reopened ?? store
        try expect(
            try await store.publicKey(of: name) == key, "\(what): the public key is the one made")
        try expect(
            try store.publicKeyWithoutPrompt(of: name) == key, "\(what): so it is prompt-free")
        switch use {
        case .signing:
            try expect(
                try await store.signature(for: Self.message, with: name), by: key, Self.message,
                what)
            try expect(
                try store.signatureWithoutPrompt(for: Self.message, with: name), by: key,
                Self.message, what + ", prompt-free")
        case .keyAgreement:
            let peer = try peer(5)
            let wanted = try peer.sharedSecret(with: key)
            try expect(
                try await store.sharedSecret(with: peer.publicKey, using: name) == wanted,
                "\(what): both sides agree")
            try expect(
                try store.sharedSecretWithoutPrompt(with: peer.publicKey, using: name) == wanted,
                "\(what): both sides agree, prompt-free")
        }
    }

    /// Expects a signature that verifies for its message and for no other.
    func expect(
        _ signature: P256Signature?, by key: P256PublicKey, _ message: [UInt8], _ what: String
    ) throws {
        guard let signature else { throw ConformanceFailure("\(what): no signature, but nil") }
        try expect(try key.isValid(signature, for: message), "\(what): the signature verifies")
        try expect(
            try !key.isValid(signature, for: message + [0]), "\(what): and for no other message")
    }

    /// Expects that every way to ask says that there is no such key.
    func expectMissing(_ name: ItemKey, _ what: String) async throws {
        try expect(try await store.publicKey(of: name) == nil, "\(what): no public key")
        try expect(try store.publicKeyWithoutPrompt(of: name) == nil, "\(what): nor prompt-free")
        for use in uses {
            try expect(try await !self.use(name, for: use), "\(what): no \(use)")
            try expect(try !useWithoutPrompt(name, for: use), "\(what): no prompt-free \(use)")
        }
        try expect(try await store.attributes(of: name) == nil, "\(what): no attributes")
        try expect(try store.attributesWithoutPrompt(of: name) == nil, "\(what): nor prompt-free")
        let listed = try await store.list(service: name.service)
        try expect(listed.allSatisfy { $0.name != name }, "\(what): not listed")
    }

    /// Expects that every question about a key that is there fails with a code.
    func expectError(
        _ code: KeychainError.Code, fromEveryUseOf name: ItemKey, for use: DeviceKeyUse,
        _ what: String
    ) async throws {
        try await expectError(code, from: "\(what): the public key") { () throws(KeychainError) in
            try await store.publicKey(of: name)
        }
        try await expectError(code, from: "\(what): the prompt-free public key") {
            () throws(KeychainError) in try store.publicKeyWithoutPrompt(of: name)
        }
        try await expectError(code, from: "\(what): \(use)") { () throws(KeychainError) in
            try await self.use(name, for: use)
        }
        try await expectError(code, from: "\(what): prompt-free \(use)") {
            () throws(KeychainError) in try useWithoutPrompt(name, for: use)
        }
    }

    static let message = Array("conformance".utf8)

    /// A valid public key: the generator of the curve (SP 800-186, section 3.2.1.3), computed.
    private static var somePoint: P256PublicKey {
        get throws(KeychainError) {
            do {
                return try P256PrivateKey(
                    scalar: SecretBytes([UInt8](repeating: 0, count: 31) + [1])
                ).publicKey
            } catch {
                throw KeychainError(.unknown, error.message, nativeDomain: "holdfast.crypto")
            }
        }
    }
}
