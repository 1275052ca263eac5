/// One way in which a platform call can fail, in the platform's own terms.
public struct NativeFailure: Sendable, Hashable, CustomStringConvertible {
    /// Where the number comes from: `NSOSStatusErrorDomain`, `errno`, a Java class.
    public let domain: String
    /// The number; 0 where the platform has none.
    public let code: Int
    /// What the platform calls it: `errSecInteractionNotAllowed`.
    public let name: String

    /// Names a failure.
    ///
    /// - Parameters:
    ///   - domain: where the number comes from.
    ///   - code: the number.
    ///   - name: what the platform calls it.
    public init(domain: String, code: Int, name: String) {
        self.domain = domain
        self.code = code
        self.name = name
    }

    /// The name and the number.
    public var description: String { "\(name) (\(code))" }
}
