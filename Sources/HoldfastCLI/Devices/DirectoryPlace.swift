import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import HoldfastRelayClient

/// Where the device logs of accounts are: in a file, or at a relay.
///
/// A vault's device uses the one that an option names, else the environment, else the one that it
/// was told when it became a device.
enum DirectoryPlace: Sendable, Equatable {
    /// An absolute path.
    case file(String)
    case relay(RelayPlace)

    /// The variable that `--directory` goes before.
    static let variable = "HOLDFAST_DIRECTORY"
    /// The variable that `--relay` goes before.
    static let relayVariable = "HOLDFAST_RELAY"
    /// The variable that `--ca` goes before.
    static let authoritiesVariable = "HOLDFAST_CA"
    private static let service = "holdfast.device"

    /// What it is, in the middle of a line.
    var noun: String {
        switch self {
        case .file: "the directory"
        case .relay: "the relay"
        }
    }

    /// The option that names another one.
    var option: String {
        switch self {
        case .file: "--directory"
        case .relay: "--relay"
        }
    }

    /// The place that a command line or the environment names.
    ///
    /// - Returns: the place; `nil` if nothing names one.
    /// - Throws: a usage error for two of them; `INVALID_ARGUMENT` for what is none.
    @MainActor
    static func named(
        by arguments: ParsedArguments, in session: Session
    ) throws(Failure) -> DirectoryPlace? {
        let options = (arguments.value(of: .directory), arguments.value(of: .relay))
        if options.0 != nil, options.1 != nil {
            throw Failure.usage("--directory and --relay exclude each other", of: arguments.command)
        }
        do throws(KeychainError) {
            let isGiven = options.0 != nil || options.1 != nil
            let file = try isGiven ? options.0 : session.environment.text(variable)
            let relay = try isGiven ? options.1 : session.environment.text(relayVariable)
            if file != nil, relay != nil {
                throw KeychainError(
                    .invalidArgument, "\(variable) and \(relayVariable) are both set",
                    advice: "unset one of them")
            }
            if let relay { return .relay(try self.relay(relay, arguments, session)) }
            guard let file else { return nil }
            return .file(try absolute(file, "--directory and \(variable)"))
        } catch {
            throw Failure(error)
        }
    }

    @MainActor
    private static func relay(
        _ text: String, _ arguments: ParsedArguments, _ session: Session
    ) throws(KeychainError) -> RelayPlace {
        let address: RelayAddress
        do throws(RelayAddress.Fault) {
            address = try RelayAddress(text)
        } catch {
            throw KeychainError(relay: error)
        }
        var place = RelayPlace(address: address)
        let option = arguments.value(of: .authorities)
        let file = try option == nil ? session.environment.text(authoritiesVariable) : option
        if let file {
            place.authorities = try absolute(file, "--ca and \(authoritiesVariable)")
        }
        return place
    }

    private static func absolute(
        _ path: String, _ options: String
    ) throws(KeychainError) -> String {
        guard !path.isEmpty, !path.contains("\n") else {
            throw KeychainError(
                .invalidArgument, "a path is empty or has a line break", advice: "check \(options)")
        }
        return try AbsolutePath.of(path)
    }

    /// This place with what is remembered of it and was not said anew.
    func filled(from remembered: DirectoryPlace?) -> DirectoryPlace {
        guard case .relay(var place) = self, case .relay(let known) = remembered,
            known.address == place.address
        else { return self }
        place.key = known.key
        place.authorities = place.authorities ?? known.authorities
        return .relay(place)
    }
}

extension DirectoryPlace {
    /// The place that the vault was told.
    ///
    /// - Returns: the place; `nil` if the vault answered that it was told none.
    /// - Throws: what kept the vault from answering.
    static func remembered(in vault: LinuxVault) async throws(KeychainError) -> DirectoryPlace? {
        let item = try await vault.read(try key(), prompt: .standard)
        guard let item else { return nil }
        let text = item.value.utf8String()
        if let text, text.hasPrefix("/") { return .file(text) }
        guard let place = text.flatMap(RelayPlace.init(text:)) else {
            throw KeychainError(
                .dataCorrupted, "what the vault knows of its directory cannot be read",
                advice: "name the file with --directory, or the relay with --relay")
        }
        return .relay(place)
    }

    /// Tells the vault a place, which makes a vault where there is none.
    static func remember(
        _ place: DirectoryPlace, in vault: LinuxVault
    ) async throws(KeychainError) {
        let text =
            switch place {
            case .file(let path): path
            case .relay(let relay): relay.text
            }
        _ = try await vault.write(
            SecretBytes(utf8: text), for: try key(),
            options: WriteOptions(protection: KeyUse.background.protection), prompt: .standard)
    }

    private static func key() throws(KeychainError) -> ItemKey {
        try ItemKey(service: service, account: "directory")
    }
}
