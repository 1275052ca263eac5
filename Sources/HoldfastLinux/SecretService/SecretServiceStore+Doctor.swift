#if os(Linux) && SecretService
import HoldfastCore

extension SecretServiceStore {
    /// Finds out whether the keyring can be used now; unlocks nothing and asks nobody.
    ///
    /// - Returns: whether it is reached, whether the collection is open, and, where it could not be
    ///   opened by a question, that. What could not be found out is a finding too.
    package func doctor() async -> [VaultFinding] {
        do {
            return try await run { (core) throws(KeychainError) in try core.examine() }
        } catch {
            return [
                VaultFinding(
                    error.code == .unsupported ? .note : .warning, SecretServiceCore.topic,
                    error.message, advice: error.recovery)
            ]
        }
    }
}

extension SecretServiceCore {
    fileprivate static let topic = "desktop keyring"

    fileprivate func examine() throws(KeychainError) -> [VaultFinding] {
        try reached { (place) throws(KeychainError) in
            let name = try place.calls.label(of: place.collection)
            var findings = [
                Self.finding(name, isLocked: try place.calls.isLocked(place.collection))
            ]
            if try !place.calls.hasPrompter(place.owner) {
                findings.append(
                    VaultFinding(
                        .note, Self.topic,
                        "no program could ask for its password, so only a login unlocks it",
                        advice: "`apt install gcr`, or whatever brings a prompter for gnome-keyring"
                    ))
            }
            return findings
        }
    }

    private static func finding(_ name: String, isLocked: Bool) -> VaultFinding {
        guard isLocked else {
            return VaultFinding(.good, topic, "reached; the collection '\(name)' is open")
        }
        return VaultFinding(
            .note, topic, "reached; the collection '\(name)' is locked",
            advice: "log in to the desktop, or open it with its own program: `seahorse`, or"
                + " `gnome-keyring-daemon --unlock`")
    }
}
#endif
