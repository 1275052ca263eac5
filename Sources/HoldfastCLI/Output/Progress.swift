/// A count that runs on a terminal, and nothing anywhere else.
struct Progress: Sendable {
    private let descriptor: Int32
    private let what: String
    private let isShown: Bool

    init(on descriptor: Int32, _ what: String) {
        self.descriptor = descriptor
        self.what = what
        isShown = StandardStreams.isTerminal(descriptor)
    }

    /// Shows how far it is.
    var show: @Sendable (Int, Int) -> Void {
        { [self] done, all in
            guard isShown else { return }
            Session.say("\r\(done) of \(all) \(what)", to: descriptor)
        }
    }

    /// Shows how far it is where nobody knows how far it goes.
    func count(_ done: Int) {
        if isShown { Session.say("\r\(done) \(what)", to: descriptor) }
    }

    /// Leaves the line.
    func end() {
        if isShown { Session.say("\r\u{1b}[K", to: descriptor) }
    }
}
