import CLinux
import Glibc
public import HoldfastCore
public import HoldfastCrypto
import HoldfastLinux

/// The terminal that controls this process, `/dev/tty`.
///
/// - Note: The order of steps is that of readpassphrase(3): change the mode, ask, put the mode back,
///   and only then let a signal do its work; after a stop, ask anew.
public struct ControllingTerminal: Terminal {
    /// Takes the terminal of this process; nothing is opened yet.
    public init() {}

    /// Whether the process has a terminal.
    public var isThere: Bool {
        let descriptor = open(Self.path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }

    /// Asks for a line with the echo off.
    ///
    /// - Parameter question: shown in front of the answer; one line.
    /// - Returns: the line without its end, 0 to 4094 bytes.
    /// - Throws: as ``Terminal/askHidden(_:)``.
    public func askHidden(_ question: String) throws(KeychainError) -> SecretBytes {
        let line = try Self.ask(question, isHidden: true)
        return line.secret
    }

    /// Shows lines that hold a secret, at the terminal whatever standard output is.
    ///
    /// - Parameters:
    ///   - before: what stands in front of the secret.
    ///   - secret: text as UTF-8.
    ///   - after: what stands behind it.
    /// - Throws: as ``Terminal/show(_:_:_:)``.
    public func show(
        _ before: String, _ secret: SecretBytes, _ after: String
    ) throws(KeychainError) {
        let descriptor = try Self.opened()
        defer { close(descriptor) }
        try Self.write(before, to: descriptor)
        try secret.withUnsafeBytes { (bytes) throws(KeychainError) in
            try Descriptor.write(bytes, to: descriptor)
        }
        try Self.write(after, to: descriptor)
    }

    /// Shows lines on the terminal's other screen until Return is pressed, so that they stay neither on
    /// the screen nor among the lines above it.
    ///
    /// - Parameters:
    ///   - before: what stands in front of the secret.
    ///   - secret: text as UTF-8.
    ///   - after: what stands behind it; a question without a new line at its end.
    /// - Throws: as ``Terminal/showUntilReturn(_:_:_:)``; they are gone then, too.
    public func showUntilReturn(
        _ before: String, _ secret: SecretBytes, _ after: String
    ) throws(KeychainError) {
        let isDumb = Environment.ofProcess().value(of: "TERM")?.elementsEqual("dumb".utf8) ?? true
        _ = try Self.ask(
            after, isHidden: true, page: Page(before: before, secret: secret, isDumb: isDumb))
    }

    /// Asks for yes or no; anything but `y` and `yes` is no.
    ///
    /// - Parameter question: shown in front of the answer; one line.
    /// - Returns: whether the answer was yes.
    /// - Throws: as ``Terminal/confirm(_:)``.
    public func confirm(_ question: String) throws(KeychainError) -> Bool {
        let line = try Self.ask(question + " [y/N] ", isHidden: false)
        let answer = line.withUnsafeBytes { String(decoding: $0, as: UTF8.self).lowercased() }
        return answer == "y" || answer == "yes"
    }

    /// Shows a line.
    ///
    /// - Parameter line: without its end.
    /// - Throws: as ``Terminal/tell(_:)``.
    public func tell(_ line: String) throws(KeychainError) {
        let descriptor = try Self.opened()
        defer { close(descriptor) }
        try Self.write(line + "\n", to: descriptor)
    }

    private static let path = "/dev/tty"
    /// The kernel's line discipline keeps 4095 bytes of a line and drops the rest without a word
    /// (N_TTY_BUF_SIZE in drivers/tty/n_tty.c), so a line of that length may have been cut.
    private static let maximumLineByteCount = 4094

    /// What stands above a question for as long as it is asked.
    private struct Page {
        let before: String
        let secret: SecretBytes
        /// Whether the terminal has but one screen.
        let isDumb: Bool

        // The other screen, empty; where there is none of it the first one is emptied.
        static let enter = "\u{1b}[?1049h\u{1b}[2J\u{1b}[H"
        static let leave = "\u{1b}[2J\u{1b}[H\u{1b}[?1049l"
    }

    private static func ask(
        _ question: String, isHidden: Bool, page: Page? = nil
    ) throws(KeychainError) -> SecretBuffer {
        let descriptor = try opened()
        defer { close(descriptor) }
        while true {
            let signals = try TerminalSignals(
                catching: TerminalSignals.ends.union(TerminalSignals.stops))
            let outcome = asking(question, descriptor, signals, isHidden, page)
            // Puts the dispositions back, so that the signal now does what it does to any program.
            let signal = signals.end()
            if let signal { TerminalSignals.deliver(signal) }
            // A stop has been continued by now, and the question scrolled away with the shell's work.
            if let signal, TerminalSignals.stops.contains(signal) { continue }
            if signal != nil {
                throw KeychainError(.userCanceled, "the question was interrupted")
            }
            return try outcome.get()
        }
    }

    private static func opened() throws(KeychainError) -> Int32 {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw KeychainError(
                .noActivity, "there is no terminal to ask at", nativeDomain: "errno",
                nativeCode: Int(errno),
                advice: "run it in a terminal, or use the option that reads"
                    + " from a descriptor")
        }
        return descriptor
    }

    private static func asking(
        _ question: String, _ descriptor: Int32, _ signals: TerminalSignals, _ isHidden: Bool,
        _ page: Page?
    ) -> Result<SecretBuffer, KeychainError> {
        Result { () throws(KeychainError) in
            var mode = termios()
            guard tcgetattr(descriptor, &mode) == 0 else { throw KeychainError(errno: errno) }
            if isHidden { try hide(descriptor, mode) }
            defer { if isHidden { restore(descriptor, mode) } }
            if let page {
                return try below(page, on: descriptor) { () throws(KeychainError) in
                    try write(question, to: descriptor)
                    return try readLine(descriptor, signals)
                }
            }
            try write(question, to: descriptor)
            let line = try readLine(descriptor, signals)
            // The person's own Return was not shown.
            if isHidden { try write("\n", to: descriptor) }
            return line
        }
    }

    private static func below<R>(
        _ page: Page, on descriptor: Int32, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        func show() throws(KeychainError) -> R {
            try write((page.isDumb ? "" : Page.enter) + page.before, to: descriptor)
            try page.secret.withUnsafeBytes { (bytes) throws(KeychainError) in
                try Descriptor.write(bytes, to: descriptor)
            }
            return try body()
        }
        let result = Result { () throws(KeychainError) in try show() }
        try write(page.isDumb ? "\n" : Page.leave, to: descriptor)
        return try result.get()
    }

    private static func hide(_ descriptor: Int32, _ mode: termios) throws(KeychainError) {
        var hidden = mode
        hidden.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        hidden.c_lflag |= tcflag_t(ICANON | ISIG)
        // What was typed before was typed to be seen by somebody: it is no answer.
        guard tcsetattr(descriptor, TCSAFLUSH, &hidden) == 0 else {
            throw KeychainError(errno: errno)
        }
    }

    private static func restore(_ descriptor: Int32, _ mode: termios) {
        var mode = mode
        // From the background the call is allowed only while SIGTTOU is blocked; caught, the signal
        // would interrupt it for ever.
        var (stop, before) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &stop, &before)
        while tcsetattr(descriptor, TCSAFLUSH, &mode) == -1, errno == EINTR {}
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    private static func write(_ text: String, to descriptor: Int32) throws(KeychainError) {
        try Array(text.utf8).withRawBytes { (bytes) throws(KeychainError) in
            try Descriptor.write(bytes, to: descriptor)
        }
    }

    private static func readLine(
        _ descriptor: Int32, _ signals: TerminalSignals
    ) throws(KeychainError) -> SecretBuffer {
        let line = SecretBuffer(capacity: maximumLineByteCount + 2)
        while line.count <= maximumLineByteCount {
            guard try signals.waitForInput(on: descriptor) else { return line }
            let added = try line.append(upTo: maximumLineByteCount + 2 - line.count) {
                (room) throws(KeychainError) -> Int in
                try Descriptor.readSome(descriptor, into: room)
            }
            if added == 0 { throw KeychainError(.userCanceled, "the terminal was closed") }
            let isComplete = line.withUnsafeBytes { $0.last == UInt8(ascii: "\n") }
            if isComplete {
                line.removeLast(1)
                if line.count <= maximumLineByteCount { return line }
            }
        }
        throw KeychainError(
            .invalidArgument, "a terminal's line holds at most \(maximumLineByteCount) bytes",
            advice: "give a longer value on standard input, from a file or a pipe")
    }
}
