extension PhoneState {
    /// The keychain of an iPhone, changed where it lies.
    var keychain: SimulatedKeychain {
        get {
            guard case .iOS(let keychain) = system else {
                preconditionFailure("only an iPhone has a keychain")
            }
            return keychain
        }
        _modify {
            guard case .iOS(var keychain) = system else {
                preconditionFailure("only an iPhone has a keychain")
            }
            // Moved out, so that a change copies nothing.
            system = Self.vacant
            defer { system = .iOS(keychain) }
            yield &keychain
        }
    }

    private static let vacant = SystemState.android(SimulatedKeystore(AndroidProfile()))
}
