import Glibc
import HoldfastCore

extension KeychainError {
    /// What the system's error number says.
    ///
    /// - Parameters:
    ///   - number: the number, read right after the call that failed.
    ///   - advice: what to do, where it is known better than by the number.
    init(errno number: Int32, advice: String? = nil) {
        let text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        // "File exists" in the middle of a sentence.
        let message = (text.first?.lowercased() ?? "") + text.dropFirst()
        self.init(
            .unknown, message, nativeDomain: "errno", nativeCode: Int(number),
            advice: advice ?? Self.advice(for: number))
    }

    private static func advice(for number: Int32) -> String {
        switch number {
        case ENOSPC, EDQUOT: "free space and try again"
        case EACCES, EPERM, EROFS: "check the permissions and the owner"
        case ENOENT, ENOTDIR: "check the path"
        case EBADF: "check what the descriptor is connected to"
        case EMFILE, ENFILE: "close files or raise the limit"
        default: "check the device and try again"
        }
    }
}
