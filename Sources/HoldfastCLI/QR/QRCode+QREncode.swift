#if os(Linux) && QRCode
import CQREncode
import Glibc
import HoldfastCore

extension QRCode {
    /// Whether this build makes codes.
    static let isBuiltIn = true

    /// The code of a text.
    ///
    /// - Parameter text: ASCII; capitals, digits and colons take the least room.
    /// - Returns: the smallest code that has it, which can be read with a seventh of it hidden.
    /// - Throws: `INVALID_ARGUMENT` for a text that no code can hold; `UNKNOWN` with the system's
    ///   number.
    static func of(_ text: String) throws(KeychainError) -> QRCode {
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else {
            guard errno == ERANGE || errno == EINVAL else { throw KeychainError(errno: errno) }
            throw KeychainError(.invalidArgument, "it is too long for a code to scan")
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        // The lowest bit is the square, the others say what part of the code it is.
        let squares = UnsafeBufferPointer(start: code.pointee.data, count: width * width)
            .map { $0 & 1 == 1 }
        return QRCode(width: width, squares: squares)
    }
}
#endif
