import Glibc
import HoldfastCore
import HoldfastLinux

extension Session {
    /// Chooses who is asked.
    ///
    /// The terminal, if there is one and no pinentry is asked for; else a pinentry, if there is
    /// somewhere that it could show itself.
    ///
    /// - Parameters:
    ///   - own: the process's terminal.
    ///   - isPinentryWanted: whether `--pinentry` was given.
    ///   - environment: `HOLDFAST_PINENTRY`, `GPG_TTY`, `DISPLAY`, `WAYLAND_DISPLAY` and `PATH`.
    /// - Returns: whom to ask; one that says what is missing if that cannot be had.
    static func terminal(
        _ own: any Terminal, isPinentryWanted: Bool, environment: Environment
    ) -> any Terminal {
        if !isPinentryWanted && own.isThere { return own }
        do {
            let name = try environment.text("HOLDFAST_PINENTRY")
            let isOff = name == "off" || name == ""
            let hasPlace = ["GPG_TTY", "DISPLAY", "WAYLAND_DISPLAY"].contains {
                environment.value(of: $0)?.isEmpty == false
            }
            if !isPinentryWanted && (isOff || !hasPlace) { return own }
            var pinentry = try Pinentry(isOff ? nil : name, environment: environment.entries)
            // Without GPG_TTY the terminal of this process, which the program shares.
            if pinentry.terminal == nil && own.isThere { pinentry.terminal = "/dev/tty" }
            return PinentryTerminal(pinentry: pinentry)
        } catch {
            return MissingPinentry(error: error)
        }
    }
}
