public import HoldfastCore
public import HoldfastCrypto

extension AndroidVault {
    /// Device keys for what the Keystore cannot do before Android 12: agreement in software, with
    /// each key an item of this vault, under an AES key of the Keystore's.
    ///
    /// Their grade is ``KeyGrade/softwareWrapped``.
    ///
    /// - Parameter random: draws the keys (P12).
    /// - Returns: the key store.
    /// - Note: Hardware support for ECDH is `FEATURE_HARDWARE_KEYSTORE` version 100:
    ///   `PackageManager` of Android.
    public func softwareKeys(random: any SecureRandom = SystemRandom()) -> SoftwareKeyStore {
        SoftwareKeyStore(over: self, random: random, isWrappedByHardware: true)
    }
}
