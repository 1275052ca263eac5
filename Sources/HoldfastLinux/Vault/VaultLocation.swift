#if os(Linux)
import Glibc
public import HoldfastCore

/// Where a vault is: its own directory, and the one that holds the device secret.
///
/// They are two on purpose: a copy of the vault alone does not open.
///
/// - Note: XDG Base Directory Specification 0.8, for the places when nothing is said.
public struct VaultLocation: Sendable, Equatable {
    /// The vault's directory itself, an absolute path; all but the device secret is in it.
    public var directory: String
    /// The directory of the device secret; an absolute path outside ``directory``.
    public var stateDirectory: String

    /// Takes two directories as they are; neither has to exist.
    ///
    /// - Parameters:
    ///   - directory: the vault's directory, an absolute path.
    ///   - stateDirectory: the device secret's directory, an absolute path.
    public init(directory: String, stateDirectory: String) {
        self.directory = directory
        self.stateDirectory = stateDirectory
    }

    /// The places that the environment says, or else the usual ones of the user.
    ///
    /// The vault: `directory`, `HOLDFAST_HOME`, `$XDG_DATA_HOME/holdfast`, or
    /// `~/.local/share/holdfast`. The device secret: `HOLDFAST_STATE`,
    /// `$XDG_STATE_HOME/holdfast`, or `~/.local/state/holdfast`. Relative XDG paths are ignored, as
    /// their specification says. Without `HOME` the user's entry in the password database counts.
    ///
    /// - Parameters:
    ///   - environment: the variables to look at.
    ///   - directory: a directory that was said explicitly; a relative one counts from the working
    ///     directory.
    /// - Returns: two absolute paths.
    /// - Throws: `INVALID_ARGUMENT` if `HOLDFAST_HOME`, `HOLDFAST_STATE` or a needed `HOME` is empty
    ///   or relative.
    public static func standard(
        environment: [String: String], directory: String? = nil
    ) throws(KeychainError) -> VaultLocation {
        let vault = try place(
            explicit: directory, in: environment, own: "HOLDFAST_HOME", xdg: "XDG_DATA_HOME",
            below: ".local/share")
        let state = try place(
            explicit: nil, in: environment, own: "HOLDFAST_STATE", xdg: "XDG_STATE_HOME",
            below: ".local/state")
        guard state != vault && !state.hasPrefix(vault + "/") else {
            throw KeychainError(
                .invalidArgument, "the device secret's directory lies inside the vault's",
                advice: "set HOLDFAST_STATE to a directory outside the vault")
        }
        return VaultLocation(directory: vault, stateDirectory: state)
    }

    /// The places that the process's own environment says; see ``standard(environment:directory:)``.
    ///
    /// - Returns: two absolute paths.
    /// - Throws: `INVALID_ARGUMENT` as ``standard(environment:directory:)``, or if one of the
    ///   variables is not UTF-8.
    public static func ofProcess() throws(KeychainError) -> VaultLocation {
        var environment: [String: String] = [:]
        for name in variables {
            guard let value = getenv(name) else { continue }
            guard let text = String(validatingCString: value) else {
                throw KeychainError(.invalidArgument, "the variable \(name) is not UTF-8 text")
            }
            environment[name] = text
        }
        return try standard(environment: environment)
    }

    /// The variables that ``standard(environment:directory:)`` looks at.
    public static let variables = [
        "HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "HOLDFAST_HOME", "HOLDFAST_STATE",
    ]

    private static func place(
        explicit: String?, in environment: [String: String], own: String, xdg: String,
        below: String
    ) throws(KeychainError) -> String {
        if let explicit { return try absolute(explicit) }
        if let path = environment[own] {
            // Empty is not unset: a script whose variable came out empty must not meet another vault.
            guard path.hasPrefix("/") else {
                throw KeychainError(
                    .invalidArgument,
                    path.isEmpty ? "\(own) is empty" : "\(own) is not an absolute path",
                    advice: "set \(own) to an absolute path, or unset it for the usual place")
            }
            return trimmed(path)
        }
        if let path = environment[xdg], path.hasPrefix("/") { return trimmed(path) + "/holdfast" }
        return try home(environment) + "/" + below + "/holdfast"
    }

    private static func absolute(_ path: String) throws(KeychainError) -> String {
        guard !path.isEmpty else {
            throw KeychainError(.invalidArgument, "the vault's directory is empty")
        }
        if path.hasPrefix("/") { return trimmed(path) }
        guard let current = getcwd(nil, 0) else {
            throw KeychainError(Errno.current, "the working directory cannot be found")
        }
        defer { free(current) }
        return trimmed(String(cString: current) + "/" + path)
    }

    private static func home(_ environment: [String: String]) throws(KeychainError) -> String {
        if let home = environment["HOME"] {
            guard home.hasPrefix("/") else {
                throw KeychainError(
                    .invalidArgument, "HOME is empty or not an absolute path",
                    advice: "set HOME, or HOLDFAST_HOME and HOLDFAST_STATE, to absolute paths")
            }
            return trimmed(home)
        }
        guard let home = PasswordDatabase.homeDirectory(of: geteuid()) else {
            throw KeychainError(
                .invalidArgument, "HOME is not set and the user has no home directory",
                advice: "set HOLDFAST_HOME and HOLDFAST_STATE to absolute paths")
        }
        return trimmed(home)
    }

    private static func trimmed(_ path: String) -> String {
        var path = path
        while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
#endif
