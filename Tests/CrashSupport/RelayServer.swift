import Glibc

/// A relay as a process of its own, ended with its object.
package final class RelayServer {
    /// The folder of its database and its key.
    package let folder: Folder
    /// Where it listens: `ADDRESS:PORT`.
    package let place: String
    private let process: ChildProcess

    /// What tests that are not about limits set.
    private static let generous = [
        "--logins-per-address", "1000000", "--requests-per-address", "10000000",
        "--requests-per-account", "10000000", "--entries-per-account", "1000000",
        "--claims-per-caller", "1000000", "--claims-per-target", "1000000",
        "--messages-per-target", "1000000",
    ]

    /// Starts it, and waits until it listens.
    package init(
        folder: Folder? = nil, listen: String = "127.0.0.1:0", options: [String] = []
    ) throws {
        self.folder = try folder ?? Folder()
        process = try ChildProcess(
            sibling: "holdfast-relay",
            ["serve", "--data", self.folder.path, "--listen", listen] + Self.generous + options)
        guard let line = try process.readLine(), let colon = line.lastIndex(of: ":"),
            let port = UInt16(line[line.index(after: colon)...])
        else { throw SystemCallError("the relay does not start", ECHILD) }
        place = "127.0.0.1:\(port)"
    }

    /// Ends it at once.
    package func kill() throws {
        process.signal(SIGKILL)
        try process.wait()
    }

    /// Ends it at once, and starts another on the same data and port.
    package func killAndStartAnew() throws -> RelayServer {
        try kill()
        return try RelayServer(folder: folder, listen: place)
    }
}
