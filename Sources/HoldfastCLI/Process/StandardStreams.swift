import Glibc

/// The three descriptors that a command reads and writes.
public struct StandardStreams: Sendable {
    /// Where values come from.
    public var input: Int32
    /// Where results go.
    public var output: Int32
    /// Where everything else goes.
    public var error: Int32

    /// Takes three open descriptors, which stay the caller's.
    ///
    /// - Parameters:
    ///   - input: read from.
    ///   - output: results are written to it.
    ///   - error: errors, counts and warnings are written to it.
    public init(input: Int32, output: Int32, error: Int32) {
        self.input = input
        self.output = output
        self.error = error
    }

    /// The descriptors 0, 1 and 2.
    public static let ofProcess = Self(input: 0, output: 1, error: 2)

    /// Whether a descriptor is connected to a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
