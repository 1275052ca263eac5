#if Desktop
import Glibc

/// The programs that the tests run, as Debian has them.
enum Tools {
    static let busDaemon = "/usr/bin/dbus-daemon"
    static let fprintd = "/usr/libexec/fprintd"
    static let python = "/usr/bin/python3"
    static let mockModule = "/usr/lib/python3/dist-packages/dbusmock"
    static let analyze = "/usr/bin/systemd-analyze"

    /// What is missing of what nearly all tests need; the reason shown when they are skipped.
    static let missing: [String] = [busDaemon, python, mockModule].filter {
        (path: String) -> Bool in
        access(path, F_OK) != 0
    }
    static let areThere = missing.isEmpty
    static let hasFprintd = areThere && access(fprintd, X_OK) == 0
}
#endif
