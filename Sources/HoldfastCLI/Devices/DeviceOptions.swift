import HoldfastCore
import HoldfastWire

/// Options that the commands about devices have in common.
extension OptionDeclaration {
    static let directory = Self(
        "directory", value: "FILE", "the file in which the accounts' device logs are",
        completion: .file)
    static let relay = Self(
        "relay", value: "URL", "the relay at which the accounts' device logs are")
    static let authorities = Self(
        "ca", value: "FILE", "believe only certificates of these authorities (PEM)",
        completion: .file)
    static let newRelayKey = Self(
        "new-relay-key", "take the relay's key anew: it was set up anew, says who runs it")
    static let deviceName = Self(
        "name", value: "NAME", "what the device is called (default: the machine's name)")
    static let keyStorage = Self(
        "key-storage", value: "KIND", "which hardware new keys should be in (default: automatic)",
        completion: .choices(KeyStorage.ofVault.map(\.rawValue)))
    static let account = Self(
        "account", value: "ID", "the account's id, 64 digits and letters from a to f")
    static let invert = Self(
        "invert", "draw the code for light text on a dark ground, where there are no colours")
    static let startAnew = Self(
        "start-anew",
        "begin a new account although there was one: its devices and contacts do not come along")
}

extension [OptionDeclaration] {
    /// Where the device logs are.
    static let directoryPlace: [OptionDeclaration] = [.directory, .relay, .authorities]
}

extension KeyStorage {
    /// What a vault's device keys can be in.
    static let ofVault: [KeyStorage] = [.automatic, .tpm, .tpmRequired]
}

extension ParsedArguments {
    /// The account that `--account` names; `nil` if it was not given.
    func accountID(_ action: String) throws(Failure) -> AccountID? {
        guard let text = value(of: .account) else { return nil }
        guard let id = Hexadecimal.bytes(text.lowercased()).flatMap(AccountID.init) else {
            throw Failure(
                KeychainError(
                    .invalidArgument, "that is no account's id",
                    advice: "copy all 64 characters from 'holdfast device show'"), action)
        }
        return id
    }
}
