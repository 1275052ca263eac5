#if os(Linux)
import Glibc
import HoldfastCore

/// A system call's error number.
struct Errno: Error, Equatable {
    let code: Int32

    init(_ code: Int32) {
        self.code = code
    }

    /// The number that the last failed call left behind; read it before anything else is called.
    static var current: Errno { Errno(errno) }

    /// The system's words for it.
    var text: String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}

extension KeychainError {
    /// The error for a failed system call on a vault's files.
    ///
    /// - Parameters:
    ///   - error: the call's number.
    ///   - what: what failed, as half a sentence without a path.
    ///   - advice: what to do, if that is more than checking permissions, space and descriptors.
    init(_ error: Errno, _ what: String, advice: String? = nil) {
        self.init(
            .unknown, "\(what): \(error.text)", nativeDomain: "errno", nativeCode: Int(error.code),
            advice: advice ?? Self.advice(for: error))
    }

    private static func advice(for error: Errno) -> String {
        switch error.code {
        case EACCES, EPERM: "check the owner and the permissions of the vault's directories"
        case ENOSPC, EDQUOT: "free some space; nothing that was stored is lost"
        case EROFS: "the file system is read-only: choose another directory or remount it"
        case EMFILE, ENFILE: "close some files or raise the limit of open files"
        case ELOOP, ENOTDIR: "a part of the path is a link or a file: choose the real directory"
        case ENOENT:
            "a directory on the path is a link to nowhere, as to a disk that is not mounted, or was"
                + " taken away: bring it back, or choose another directory"
        default: "check the disk and the directories of the vault"
        }
    }
}
#endif
