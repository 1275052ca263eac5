import HoldfastApple

/// What a person must show before a value is given out.
///
/// - Note: `SecAccessControl.m`: constraints with neither `or` nor `and` are all required.
struct PersonNeed: Sendable {
    enum Term: Sendable {
        /// Biometry or the passcode.
        case presence
        case biometry
        case currentBiometry
        case passcode
    }

    let terms: [Term]
    let isOneEnough: Bool
    let needsApplicationPassword: Bool

    init(_ flags: AccessControlObject.Flags) {
        let known: [(AccessControlObject.Flags, Term)] = [
            (.userPresence, .presence), (.biometryAny, .biometry),
            (.biometryCurrentSet, .currentBiometry), (.devicePasscode, .passcode),
        ]
        terms = known.filter { flags.contains($0.0) }.map(\.1)
        isOneEnough = flags.contains(.or)
        needsApplicationPassword = flags.contains(.applicationPassword)
    }

    init(_ policy: AuthenticationPolicy) {
        terms = [policy == .biometrics ? .biometry : .presence]
        isOneEnough = false
        needsApplicationPassword = false
    }

    /// Whether biometry is among the ways in, which is what a usage description must explain.
    var takesBiometry: Bool { terms.contains { $0 != .passcode } }

    /// Whether the passcode is among the ways in.
    var takesPasscode: Bool { terms.contains { $0 == .passcode || $0 == .presence } }

    func isMet(by context: ContextState?) -> Bool {
        guard let context, !context.isInvalid else { return false }
        if needsApplicationPassword, !context.hasApplicationPassword { return false }
        return holds { term in
            switch term {
            case .presence: context.hasBiometry || context.hasPasscode
            case .biometry, .currentBiometry: context.hasBiometry
            case .passcode: context.hasPasscode
            }
        }
    }

    /// Whether the need can be met while biometry is or is not to be had.
    func isPossible(withBiometry isUsable: Bool) -> Bool {
        holds { $0 == .presence || $0 == .passcode || isUsable }
    }

    /// Whether a change of the enrolled set leaves no way in.
    func isLost(currentSet: Bool, anyBiometry: Bool) -> Bool {
        !holds { term in
            switch term {
            case .currentBiometry: !currentSet && !anyBiometry
            case .biometry: !anyBiometry
            case .presence, .passcode: true
            }
        }
    }

    private func holds(_ isMet: (Term) -> Bool) -> Bool {
        if terms.isEmpty { return true }
        return isOneEnough ? terms.contains(where: isMet) : terms.allSatisfy(isMet)
    }
}

extension AccessControlObject.Flags {
    /// Whether reading a value takes a person; on a private key the constraint is on its use.
    ///
    /// - Note: `SecAccessControl.m`, `SecAccessControlCreateWithFlags`.
    var constrainsValue: Bool { constrainsUse && !contains(.privateKeyUsage) }

    /// Whether anything at all is demanded of a person.
    var constrainsUse: Bool {
        !isDisjoint(with: [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .applicationPassword,
        ])
    }
}
