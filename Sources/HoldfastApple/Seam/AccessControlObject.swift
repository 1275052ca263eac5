/// What a `SecAccessControl` is made of; the pass-through makes the platform's object from it.
public struct AccessControlObject: Sendable, Hashable {
    /// The flags of `SecAccessControlCreateFlags`.
    ///
    /// - Note: `SecAccessControl.h` in Apple's published Security source.
    public struct Flags: OptionSet, Sendable, Hashable {
        /// The platform's bits.
        public let rawValue: UInt32

        /// Takes the platform's bits.
        ///
        /// - Parameter rawValue: any combination; what is not allowed the platform refuses.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Biometry or passcode.
        public static let userPresence = Flags(rawValue: 1 << 0)
        /// Any enrolled biometry.
        public static let biometryAny = Flags(rawValue: 1 << 1)
        /// The biometry enrolled at the write.
        public static let biometryCurrentSet = Flags(rawValue: 1 << 3)
        /// The passcode.
        public static let devicePasscode = Flags(rawValue: 1 << 4)
        /// One of the constraints is enough.
        public static let or = Flags(rawValue: 1 << 14)
        /// All constraints are needed.
        public static let and = Flags(rawValue: 1 << 15)
        /// The constraint applies to the use of a private key.
        public static let privateKeyUsage = Flags(rawValue: 1 << 30)
        /// An extra password of the app.
        public static let applicationPassword = Flags(rawValue: 1 << 31)
    }

    /// The protection class: one of the raw values of ``SecItemName/accessible``.
    public var protection: String
    /// The constraints.
    public var flags: Flags

    /// Takes the parts, unchecked; ``SecItemCalls/createAccessControl(_:)`` checks them.
    ///
    /// - Parameters:
    ///   - protection: a raw protection class.
    ///   - flags: the constraints.
    public init(protection: String, flags: Flags) {
        self.protection = protection
        self.flags = flags
    }
}
