public import HoldfastWire
import HoldfastCrypto

/// Sixty digits by which two people find out, over any channel that they trust, whether each has
/// the other's account.
///
/// They are over the accounts and not over devices: a new phone does not change them, a new account
/// does. They prove the first entry of each log, and nothing of what came after it: see
/// ``ContactPin``.
///
/// - Note: The construction is Signal's numeric fingerprint, version 0, with 5,200 rounds of SHA-512:
///   `rust/protocol/src/fingerprint.rs` of <https://github.com/signalapp/libsignal>. The key in it is
///   the hash of an account's first entry, the identifier is the account id.
public struct SafetyNumber: Sendable, Hashable, CustomStringConvertible {
    /// Rounds of SHA-512.
    static let roundCount = 5_200
    /// How many digits each side has.
    static let digitCount = 30

    /// The digits, 60 characters from 0 to 9.
    public let digits: String

    /// Computes the number of two accounts; it is the same on both sides.
    ///
    /// It takes some milliseconds of processor time.
    ///
    /// - Parameters:
    ///   - own: the account of this device.
    ///   - contact: the other person's account.
    public init(own: AccountID, contact: AccountID) {
        let sides = [own, contact].map { account in
            Self.digits(of: Self.fingerprint(key: account.bytes, identifier: account.bytes))
        }
        digits = sides.sorted().joined()
    }

    /// Joins the digits of two sides, of which either may be first.
    init(sides first: [UInt8], _ second: [UInt8]) {
        digits = [first, second].map(Self.digits(of:)).sorted().joined()
    }

    /// The digits in twelve groups of five, to be read aloud.
    public var groups: [String] { Self.groups(of: digits) }

    /// The groups with a space between them.
    public var description: String { groups.joined(separator: " ") }
}

extension SafetyNumber {
    /// Thirty digits in six groups over something that two screens show, as ``JoinRequest/comparison``
    /// is over a request; it takes some milliseconds.
    ///
    /// - Parameters:
    ///   - bytes: what both screens show.
    ///   - device: the device that it is about.
    /// - Returns: six groups of five digits, the same on both sides if the bytes are.
    package static func comparison(of bytes: [UInt8], with device: DeviceID) -> [String] {
        groups(of: digits(of: fingerprint(key: SHA256.hash(bytes), identifier: device.bytes)))
    }

    private static let version: [UInt8] = [0, 0]

    /// The 64 bytes of one side.
    static func fingerprint(key: [UInt8], identifier: [UInt8]) -> [UInt8] {
        var hash = SHA512.hash(version + key + identifier + key)
        for _ in 1..<roundCount { hash = SHA512.hash(hash + key) }
        return hash
    }

    /// Digits in groups of five.
    static func groups(of digits: String) -> [String] {
        let characters = Array(digits)
        return stride(from: 0, to: characters.count, by: 5).map {
            String(characters[$0..<min($0 + 5, characters.count)])
        }
    }

    /// Six times five bytes, each as a number of five digits.
    static func digits(of fingerprint: [UInt8]) -> String {
        stride(from: 0, to: digitCount, by: 5).map { start in
            let number = fingerprint[start..<start + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let digits = String(number % 100_000)
            return String(repeating: "0", count: 5 - digits.count) + digits
        }.joined()
    }
}
