import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Which directory of device logs a vault's device uses: by option, environment, or as it was told
/// when it became a device.
enum DirectoryPlace {
    /// The variable that `--directory` goes before.
    static let variable = "HOLDFAST_DIRECTORY"
    private static let service = "holdfast.device"

    /// The place that a command line or the environment names.
    ///
    /// - Returns: an absolute path; `nil` if nothing names one.
    /// - Throws: `INVALID_ARGUMENT` for an empty path, or one that is no text.
    @MainActor
    static func named(
        by arguments: ParsedArguments, in session: Session
    ) throws(KeychainError) -> String? {
        let option = arguments.value(of: .directory)
        guard let given = try option == nil ? session.environment.text(variable) : option else {
            return nil
        }
        guard !given.isEmpty else {
            throw KeychainError(
                .invalidArgument, "the path of the directory is empty",
                advice: "check --directory and \(variable)")
        }
        if given.hasPrefix("/") { return given }
        guard let current = getcwd(nil, 0) else { throw KeychainError(errno: errno) }
        defer { free(current) }
        let bytes = UnsafeRawBufferPointer(start: current, count: strlen(current))
        guard let text = String(exactly: bytes) else {
            throw KeychainError(.invalidArgument, "the present directory's path is not UTF-8 text")
        }
        return text + "/" + given
    }

    /// The place that the vault was told.
    ///
    /// - Returns: an absolute path; `nil` if the vault answered that it was told none.
    /// - Throws: what kept the vault from answering.
    static func remembered(in vault: LinuxVault) async throws(KeychainError) -> String? {
        let item = try await vault.read(try key(), prompt: .standard)
        guard let item else { return nil }
        guard let path = item.value.utf8String(), path.hasPrefix("/") else {
            throw KeychainError(
                .dataCorrupted, "what the vault knows of its directory cannot be read",
                advice: "name the file with --directory")
        }
        return path
    }

    /// Tells the vault a place, which makes a vault where there is none.
    static func remember(_ path: String, in vault: LinuxVault) async throws(KeychainError) {
        _ = try await vault.write(
            SecretBytes(utf8: path), for: try key(),
            options: WriteOptions(protection: KeyUse.background.protection), prompt: .standard)
    }

    private static func key() throws(KeychainError) -> ItemKey {
        try ItemKey(service: service, account: "directory")
    }
}
