import HoldfastCore
import HoldfastLinux
import HoldfastRecovery

/// Where a vault's backup is: a file, or the relay at which its account is.
enum BackupPlace: Sendable, Equatable {
    /// An absolute path.
    case file(String)
    case relay

    /// What it is, in the middle of a line.
    var text: String {
        switch self {
        case .file(let path): Quoted.text(path)
        case .relay: "the relay"
        }
    }

    /// The file's path, or the word for the relay.
    var path: String {
        switch self {
        case .file(let path): path
        case .relay: "relay"
        }
    }

    /// The place of such a path or word; `nil` for anything else.
    init?(path: String) {
        if path == Self.relay.path {
            self = .relay
        } else if path.hasPrefix("/") {
            self = .file(path)
        } else {
            return nil
        }
    }

    /// What to do where no backup is.
    var adviceForNone: String {
        switch self {
        case .file: "check the file's name, and that its disk is there"
        case .relay: "check --relay; a backup in a file is named with --from"
        }
    }

    /// What a target's failure means at this place; `nil` for the library's own words.
    func trouble(_ error: BackupTargetError) -> KeychainError? {
        let known = error.keychainError
        let advice: String? =
            switch error {
            case .conflict: "run it again"
            case .full:
                self == .relay ? "ask who runs the relay for more room" : "make room on the disk"
            case .unreachable(let seconds):
                seconds.map { "try again in \($0) s" } ?? "try again later"
            case .damaged, .newerFormat, .refused, .storage: nil
            }
        guard let advice else { return nil }
        return KeychainError(
            known.code, known.message, nativeDomain: known.nativeDomain,
            nativeCode: known.nativeCode, advice: advice)
    }

    /// The file that an option names.
    static func file(
        _ arguments: ParsedArguments, _ option: OptionDeclaration
    ) throws(Failure) -> BackupPlace? {
        guard let path = arguments.value(of: option) else { return nil }
        guard !path.isEmpty, !path.contains("\n") else {
            throw Failure(
                KeychainError(
                    .invalidArgument, "a path is empty or has a line break",
                    advice: "check --\(option.name)"))
        }
        do throws(KeychainError) {
            return .file(try AbsolutePath.of(path))
        } catch {
            throw Failure(error)
        }
    }
}

extension BackupPlace {
    /// The place that the vault was told.
    ///
    /// - Returns: the place; `nil` if the vault answered that it was told none.
    /// - Throws: what kept the vault from answering.
    static func remembered(in vault: LinuxVault) async throws(KeychainError) -> BackupPlace? {
        let item = try await vault.read(try key(), prompt: .standard)
        guard let item else { return nil }
        guard let place = item.value.utf8String().flatMap(BackupPlace.init(path:)) else {
            throw KeychainError(
                .dataCorrupted, "what the vault knows of its backup's place cannot be read",
                advice: "run 'holdfast backup on' again")
        }
        return place
    }

    /// Tells the vault its place.
    static func remember(
        _ place: BackupPlace, in vault: LinuxVault
    ) async throws(KeychainError) {
        _ = try await vault.write(
            SecretBytes(utf8: place.path), for: try key(),
            options: WriteOptions(protection: KeyUse.background.protection), prompt: .standard)
    }

    private static func key() throws(KeychainError) -> ItemKey {
        try ItemKey(service: "holdfast.backup", account: "place")
    }
}

extension OptionDeclaration {
    static let backupFile = Self(
        "from", value: "FILE", "the backup is in FILE", completion: .file)
}
