#if !os(Linux) || !QRCode
import HoldfastCore

extension QRCode {
    /// Whether this build makes codes.
    static let isBuiltIn = false

    /// Says that this build makes no codes.
    ///
    /// - Throws: `UNSUPPORTED`.
    static func of(_ text: String) throws(KeychainError) -> QRCode {
        throw KeychainError(
            .unsupported, "this tool was built without codes to scan",
            advice: "build it with 'swift build --traits QRCode', or use the text of the code")
    }
}
#endif
