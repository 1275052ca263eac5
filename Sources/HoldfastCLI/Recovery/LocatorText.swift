import HoldfastRecovery

/// Where a phrase's backup lies, as a text that a code to scan holds in little room.
///
/// - Note: The text is ``ScanText``'s, of the version, 16 bits, big-endian, and the locator's 16
///   bytes.
enum LocatorText {
    /// The text of a locator.
    static func text(of locator: Locator) -> String {
        ScanText.text(of: version + locator.bytes)
    }

    private static let version: [UInt8] = [0, 1]
}
