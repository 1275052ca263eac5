/// One call of an app into the platform under it, as traces and fault plans see it.
public struct PlatformCall: Sendable, Equatable {
    /// The platform's name of the call: `SecItemAdd`, `Cipher.doFinal`, `file.replace`.
    public let name: String
    /// What it is about, in words that are the same in every run: an item's name, an alias, a file.
    public let subject: String
    /// The ways in which this call can fail on the platform; what an explorer tries.
    public let failures: [NativeFailure]

    /// Describes a call.
    ///
    /// - Parameters:
    ///   - name: the platform's name of the call.
    ///   - subject: what it is about; no value.
    ///   - failures: the ways in which it can fail.
    public init(_ name: String, _ subject: String, failures: [NativeFailure]) {
        self.name = name
        self.subject = subject
        self.failures = failures
    }
}
