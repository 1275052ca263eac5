#if os(Linux)
/// An HTTP server that is running.
protocol HTTPServer: Sendable {
    /// The port that it listens on.
    var port: UInt16 { get }

    /// Takes no new connections from now on.
    func stopListening()

    /// Ends; every request must have been answered.
    func stop()
}
#endif
