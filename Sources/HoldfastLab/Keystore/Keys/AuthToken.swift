import HoldfastAndroid

/// What Gatekeeper or a biometric sensor signs when a person was there (`HardwareAuthToken`).
struct AuthToken: Sendable, Equatable {
    enum Kind: Sendable {
        case credential
        case biometric
    }

    let kind: Kind
    let rootID: SecureID
    /// `nil` for a credential.
    let authenticatorID: SecureID?
    let uptimeSeconds: Int64

    func satisfies(_ key: StoredKey) -> Bool {
        guard let wanted = key.spec.authenticators else { return true }
        let isWantedKind =
            kind == .credential
            ? wanted.contains(.deviceCredential) : wanted.contains(.biometricStrong)
        let isKnown =
            key.secureIDs.contains(rootID)
            || authenticatorID.map(key.secureIDs.contains) ?? false
        return isWantedKind && isKnown
    }
}

/// The newest token of each kind since the phone started.
struct AuthTokens: Sendable, Equatable {
    var credential: AuthToken?
    var biometric: AuthToken?

    var isEmpty: Bool { credential == nil && biometric == nil }

    mutating func add(_ token: AuthToken) {
        switch token.kind {
        case .credential: credential = token
        case .biometric: biometric = token
        }
    }

    /// Whether somebody who may was there at most so many seconds ago.
    func satisfy(_ key: StoredKey, uptimeSeconds: Int64) -> Bool {
        [credential, biometric].compactMap { $0 }.contains { token in
            token.satisfies(key)
                && uptimeSeconds - token.uptimeSeconds <= Int64(key.spec.authValiditySeconds)
        }
    }
}
