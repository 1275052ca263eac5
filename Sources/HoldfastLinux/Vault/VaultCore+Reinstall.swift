#if os(Linux)
import Glibc
import HoldfastCore

extension VaultCore {
    /// The open vault, once it is settled whether the app was freshly installed.
    ///
    /// - Returns: `nil` if there is no vault.
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock of a vault whose app may be
    ///   freshly installed: until its old items are gone, none may be answered.
    func settledVault() throws(KeychainError) -> OpenVault? {
        let vault = try vault()
        if !isReinstallSettled { try settleReinstall(vault) }
        return vault
    }

    func settledVaultOrNew() throws(KeychainError) -> OpenVault {
        let vault = try vaultOrNew()
        if !isReinstallSettled { try settleReinstall(vault) }
        return vault
    }

    /// Removes the items of an earlier installation, then notes that this one was seen.
    ///
    /// A crash in between repeats the removal, and nothing new was written yet.
    private func settleReinstall(_ vault: OpenVault?) throws(KeychainError) {
        guard let policy = configuration.reinstall else { return }
        guard try !markerIsThere(policy.markerPath) else {
            isReinstallSettled = true
            return
        }
        if let vault { try removeItems(of: policy.services, vault) }
        do throws(Errno) {
            try FileSystem.create(policy.markerPath, UnsafeRawBufferPointer(start: nil, count: 0))
            try FileSystem.syncDirectory(FileSystem.parent(of: policy.markerPath))
        } catch  where error.code == EEXIST {
            // Another process of the same installation was quicker.
        } catch {
            throw KeychainError(error, "the installation's marker cannot be made")
        }
        isReinstallSettled = true
    }

    private func markerIsThere(_ path: String) throws(KeychainError) -> Bool {
        guard path.hasPrefix("/") else {
            throw KeychainError(.invalidArgument, "the marker's path is not absolute")
        }
        do throws(Errno) {
            return try FileSystem.status(path) != nil
        } catch {
            throw KeychainError(error, "the installation's marker cannot be looked at")
        }
    }

    private func removeItems(
        of services: [String], _ vault: OpenVault
    ) throws(KeychainError) {
        try changing(vault) { (tree) throws(KeychainError) in
            let tags = services.map { tree.keys.tag(ofService: $0) }
            var ids: [[UInt8]] = []
            try forEachBucket(&tree) { (bucket) throws(KeychainError) in
                bucket.forEach { id, tag, _ in
                    if tags.contains(where: tag.elementsEqual) { ids.append(Array(id)) }
                }
            }
            for id in ids { try tree.remove(id) }
        }
    }
}
#endif
