#if Network && Server
import CrashSupport
import Glibc
import HoldfastRelayClient

/// A relay as a process of its own, ended with its object.
final class RelayProcess {
    let folder: Folder
    let address: RelayAddress
    private let process: ChildProcess

    /// What tests that are not about limits set.
    private static let generous = [
        "--logins-per-address", "1000000", "--requests-per-address", "10000000",
        "--requests-per-account", "10000000", "--entries-per-account", "1000000",
        "--claims-per-caller", "1000000", "--claims-per-target", "1000000",
        "--messages-per-target", "1000000",
    ]

    init(
        folder: Folder? = nil, listen: String = "127.0.0.1:0", options: [String] = [],
        scheme: String = "http", host: String = "127.0.0.1"
    ) throws {
        self.folder = try folder ?? Folder()
        process = try ChildProcess(
            sibling: "holdfast-relay",
            ["serve", "--data", self.folder.path, "--listen", listen] + Self.generous + options)
        guard let line = try process.readLine(), let colon = line.lastIndex(of: ":"),
            let port = UInt16(line[line.index(after: colon)...])
        else { throw SystemCallError("the relay does not start", ECHILD) }
        address = try RelayAddress("\(scheme)://\(host):\(port)")
    }

    /// Ends it at once, and starts another on the same data and port.
    func killAndStartAnew() throws -> RelayProcess {
        process.signal(SIGKILL)
        try process.wait()
        return try RelayProcess(
            folder: folder, listen: String(address.origin.dropFirst("http://".count)))
    }

    /// Ends it at once.
    func kill() throws {
        process.signal(SIGKILL)
        try process.wait()
    }
}
#endif
