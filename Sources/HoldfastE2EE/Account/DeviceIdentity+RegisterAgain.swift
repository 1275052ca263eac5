import HoldfastCore
import HoldfastWire

extension DeviceIdentity {
    /// Gives the directory back what it has lost of the account's log.
    ///
    /// The same entries go there, in their order, from this device's verified copy: account, device
    /// and keys stay what they are, and no new id is made (P7). A death in between leaves a shorter
    /// log there, which the next try goes on with.
    ///
    /// - Returns: the identity.
    /// - Throws: ``IdentityError/notPermitted(_:)`` unless the last opening says that the directory
    ///   does not know the device, or gives less than is known
    ///   (``IdentityOpening/permitsRegisteringAgain``); `DATA_CORRUPTED` if there is no whole copy;
    ///   the directory's error: `refused` if it has another entry at one of the places.
    @discardableResult
    public func registerAgain() async throws(IdentityError) -> IdentityRecord {
        guard let opening, opening.permitsRegisteringAgain, let record = opening.record else {
            throw .notPermitted(opening?.decision)
        }
        let copy = AccountLogCopy(in: parts.container)
        let entries = try await stored { () throws(KeychainError) in try await copy.entries() }
        let known = try Self.verified(entries, of: record.account)
        guard let known, known.facts.members[record.device.id]?.isActive == true else {
            throw .keychain(
                KeychainError(
                    .dataCorrupted, "this device has no whole copy of its account's log",
                    advice: "wait for the server, or for another device to register the account"))
        }
        for entry in entries { try await send(entry, to: record.account) }
        let log = try await accountLog()
        guard log.hashes.starts(with: known.hashes) else { throw .directory(.refused) }
        self.opening = nil
        return record
    }

    private func send(
        _ entry: SignedLogEntry, to account: AccountID
    ) async throws(IdentityError) {
        do throws(DirectoryError) {
            try await parts.directory.submit(entry, to: account)
        } catch {
            throw .directory(error)
        }
    }
}
