public import HoldfastCrypto

/// What an account says of one of its devices.
public struct DeviceRecord: Sendable, Hashable {
    /// The device's place in the account.
    public let slot: SlotID
    /// What the person calls the device; 1 to 64 Unicode scalars without control characters.
    public let name: String
    /// The key that the device signs with; the device's id is its hash.
    public let signingKey: P256PublicKey
    /// What keeps the signing key.
    public let signingGrade: GradeCode
    /// The key that messages to the device are encrypted to.
    public let agreementKey: P256PublicKey
    /// What keeps the agreement key.
    public let agreementGrade: GradeCode
    /// The key that signs only with the person there; a device without one removes no other.
    public let presenceKey: P256PublicKey?

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - slot: the device's place in the account.
    ///   - name: 1 to 64 Unicode scalars without control characters.
    ///   - signingKey: the key that the device signs with.
    ///   - signingGrade: what keeps it.
    ///   - agreementKey: the key that messages are encrypted to; another one than the signing key.
    ///   - agreementGrade: what keeps it.
    ///   - presenceKey: the key that signs only with the person there, if the device has one;
    ///     another one than the other two.
    /// - Throws: ``WireError`` with `invalidValue` for a name or a key against these rules, and for a
    ///   phrase's key beside one that is none.
    public init(
        slot: SlotID, name: String, signingKey: P256PublicKey, signingGrade: GradeCode,
        agreementKey: P256PublicKey, agreementGrade: GradeCode, presenceKey: P256PublicKey?
    ) throws(WireError) {
        guard Self.isValidName(name) else { throw WireError(.invalidValue, in: "name") }
        guard agreementKey != signingKey else {
            throw WireError(.invalidValue, in: "agreement_key")
        }
        guard presenceKey != signingKey, presenceKey != agreementKey else {
            throw WireError(.invalidValue, in: "presence_key")
        }
        guard
            signingGrade == .recoveryPhrase
                ? agreementGrade == .recoveryPhrase && presenceKey == nil
                : agreementGrade != .recoveryPhrase
        else { throw WireError(.invalidValue, in: "agreement_grade") }
        self.slot = slot
        self.name = name
        self.signingKey = signingKey
        self.signingGrade = signingGrade
        self.agreementKey = agreementKey
        self.agreementGrade = agreementGrade
        self.presenceKey = presenceKey
    }

    /// Whether it is no device, but the recovery recipient that the person asked for: what is
    /// encrypted to it waits for whoever has the phrase.
    ///
    /// It writes no entry of the log but the one that puts it out, and sends no message: whoever has the
    /// phrase gets no more by it than what was sent to the account.
    public var isRecoveryRecipient: Bool { signingGrade == .recoveryPhrase }

    /// The device's id.
    public var id: DeviceID { DeviceID(signingKey: signingKey) }

    /// Whether a device can be called so.
    ///
    /// - Parameter name: what the person typed.
    /// - Returns: whether it is 1 to 64 Unicode scalars, none of which breaks a line or turns the
    ///   direction of writing.
    public static func isValidName(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        return (1...64).contains(scalars.count)
            && scalars.allSatisfy { scalar in
                scalar.properties.generalCategory != .control
                    && scalar.properties.generalCategory != .lineSeparator
                    && scalar.properties.generalCategory != .paragraphSeparator
                    && !scalar.properties.isBidiControl
            }
    }
}
