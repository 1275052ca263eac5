extension ItemKey {
    /// The most Unicode scalars that the service of a device key's name may have.
    ///
    /// Fewer than an item's, so that every store has room to keep its keys apart from its items.
    public static let maximumDeviceKeyServiceScalarCount = 200

    /// Refuses a name that a device key cannot have.
    ///
    /// - Throws: `INVALID_ARGUMENT` if the service has more than 200 Unicode scalars.
    public func validateForDeviceKey() throws(KeychainError) {
        let maximum = Self.maximumDeviceKeyServiceScalarCount
        if service.unicodeScalars.dropFirst(maximum).first != nil {
            throw KeychainError(
                .invalidArgument, "the service of a device key is longer than \(maximum) characters"
            )
        }
    }
}

extension ItemProtection {
    /// Refuses a protection that a device key cannot have.
    ///
    /// - Throws: `INVALID_ARGUMENT` whose message names the rule broken: one of
    ///   ``validate()``'s, or that a device key never leaves its device.
    public func validateForDeviceKey() throws(KeychainError) {
        try validate()
        if !accessibility.isThisDeviceOnly {
            throw KeychainError(
                .invalidArgument,
                "a device key never leaves its device: \(accessibility.rawValue) may leave it")
        }
    }
}
