#if os(Linux)
import Glibc

/// The system's list of users.
enum PasswordDatabase {
    /// A user's home directory, if it is an absolute path.
    ///
    /// - Note: `getpwuid_r(3)`.
    static func homeDirectory(of user: uid_t) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        let code = getpwuid_r(user, &entry, &buffer, buffer.count, &found)
        guard code == 0, found != nil, let home = entry.pw_dir else { return nil }
        let path = String(cString: home)
        return path.hasPrefix("/") ? path : nil
    }
}
#endif
