import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLinux
import HoldfastWire

/// The contacts' pins, which are items of the vault.
struct ContactBook: Sendable {
    private static let service = "holdfast.contacts"
    private let vault: LinuxVault

    /// Takes the vault.
    ///
    /// - Parameter vault: keeps the pins.
    init(_ vault: LinuxVault) {
        self.vault = vault
    }

    /// A contact's pin.
    ///
    /// - Parameter name: what the person calls the contact.
    /// - Returns: the pin; `nil` if the vault answered that there is none (P1).
    /// - Throws: `DATA_CORRUPTED` for one that cannot be read, since pinning again would take
    ///   whatever the directory gives; what kept the vault from answering.
    func pin(of name: String) async throws(KeychainError) -> ContactPin? {
        let item = try await vault.read(try Self.key(name), prompt: .standard)
        return try item.map { (item) throws(KeychainError) in try Self.pin(in: item.value) }
    }

    /// Changes a contact's pin, unless somebody else changed it in between: then once more.
    ///
    /// - Parameters:
    ///   - name: what the person calls the contact.
    ///   - isolation: the caller's actor, on which `change` runs; leave it out.
    ///   - change: from the pin, or `nil` for a contact that has none, to the one to store.
    /// - Returns: what was stored.
    /// - Throws: as ``pin(of:)``, and what `change` throws.
    func update(
        _ name: String, isolation: isolated (any Actor)? = #isolation,
        _ change: (ContactPin?) throws(KeychainError) -> ContactPin
    ) async throws(KeychainError) -> ContactPin {
        var stored: ContactPin?
        _ = try await vault.update(try Self.key(name)) { (item) throws(KeychainError) in
            let known = try item.map { (item) throws(KeychainError) in try Self.pin(in: item.value)
            }
            let pin = try change(known)
            stored = pin
            return SecretBytes(pin.bytes)
        }
        guard let stored else { throw StoreConflict.versionChanged.error }
        return stored
    }

    /// All contacts, by name.
    func all() async throws(KeychainError) -> [Contact] {
        var contacts: [Contact] = []
        for item in try await vault.list(service: Self.service) {
            let name = item.key.account
            if let pin = try await pin(of: name) { contacts.append(Contact(name: name, pin: pin)) }
        }
        return contacts
    }

    /// The contact that has an account.
    ///
    /// - Parameter account: the account.
    /// - Returns: the contact; `nil` if the vault answered that there is none.
    /// - Throws: as ``pin(of:)``.
    func contact(of account: AccountID) async throws(KeychainError) -> Contact? {
        try await all().first { $0.pin.account == account }
    }

    private static func key(_ name: String) throws(KeychainError) -> ItemKey {
        try ItemKey(service: service, account: name)
    }

    private static func pin(in value: SecretBytes) throws(KeychainError) -> ContactPin {
        do throws(WireError) {
            return try ContactPin(value.copyBytes())
        } catch {
            throw error.reason == .newerVersion
                ? KeychainError(.unsupported, "the contact's pin is of a newer version")
                : KeychainError(
                    .dataCorrupted, "the contact's pin cannot be read (\(error.field))",
                    advice: "verify the contact anew under another name")
        }
    }
}
