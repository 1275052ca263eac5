#if os(Linux)
import Glibc
public import HoldfastCore
public import HoldfastCrypto

/// The dialog that GnuPG asks for passphrases with: a program `pinentry` of the desktop's or the
/// terminal's own kind.
///
/// The passcode comes from it through a pair of sockets and into wiped memory; it is in no argument,
/// environment or file, and the dialog is not told that it may keep it.
///
/// - Note: The Assuan protocol as in `pinentry`'s and `libassuan`'s manuals.
public struct Pinentry: PasscodeSource {
    /// Where the program lies.
    let path: String
    /// `NAME=value`, as the program gets it.
    let environment: [[UInt8]]
    /// The terminal that it may use, where there is no display.
    package var terminal: String?
    /// How long a person may take.
    package var timeLimit: Duration = .seconds(300)
    private let queue = BlockingQueue(label: "holdfast.pinentry")

    /// Finds the program, as GnuPG's agent does.
    ///
    /// - Parameters:
    ///   - name: an absolute path, or a name to look for in the absolute folders of `PATH`; `nil`
    ///     for `pinentry`.
    ///   - environment: what the program inherits, `NAME=value` each; `GPG_TTY` names its terminal.
    /// - Throws: `NO_ACTIVITY` if there is no such program.
    public init(_ name: String? = nil, environment: [[UInt8]]) throws(KeychainError) {
        let name = name ?? "pinentry"
        guard let path = Self.find(name, environment) else {
            throw KeychainError(
                .noActivity, "the program that asks for passcodes is not installed",
                advice: "install pinentry, or set HOLDFAST_PINENTRY to one")
        }
        self.path = path
        self.environment = environment
        terminal = Self.value(of: "GPG_TTY", environment).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Asks for a passcode.
    ///
    /// - Parameter prompt: the words to show.
    /// - Returns: what the person typed, as UTF-8.
    /// - Throws: as ``ask(_:)``.
    public func passcode(for prompt: Prompt) async throws(KeychainError) -> SecretBytes {
        let question = prompt.title.isEmpty ? "Passcode:" : prompt.title + "; passcode:"
        return try await queue.run { () throws(KeychainError) in try ask(question) }
    }

    /// Asks for a line that is not shown, on the caller's thread.
    ///
    /// - Parameter question: one line; what stands behind its last semicolon is shown beside the
    ///   field, the rest above it.
    /// - Returns: 0 to 4094 bytes.
    /// - Throws: `USER_CANCELED` if the person declined, `SYSTEM_CANCELED` if nobody answered in
    ///   time, `NO_ACTIVITY` if the program cannot ask, `INVALID_ARGUMENT` for a longer line.
    package func ask(_ question: String) throws(KeychainError) -> SecretBytes {
        let words = PinentryWords(question)
        return try talk { (conversation) throws(KeychainError) in
            if let description = words.description {
                _ = try conversation.request("SETDESC", description)
            }
            _ = try conversation.request("SETPROMPT", words.prompt)
            return try conversation.request("GETPIN").secret
        }
    }

    /// Asks for yes or no, on the caller's thread.
    ///
    /// - Parameter question: one line.
    /// - Returns: whether the answer was yes.
    /// - Throws: as ``ask(_:)``, but for declining, which is no.
    package func confirm(_ question: String) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            return try talk { (conversation) throws(KeychainError) in
                _ = try conversation.request("SETDESC", question)
                _ = try conversation.request("CONFIRM")
                return true
            }
        } catch  where error.code == .userCanceled {
            return false
        }
    }

    private func talk<R>(
        _ body: (PinentryConversation) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let process = try PinentryProcess(path, environment: environment)
        defer { process.end() }
        // The program gives up by itself; that it does not is left to the second limit.
        let conversation = PinentryConversation(process, limit: timeLimit + .seconds(5))
        try conversation.start(options: options, timeLimit: timeLimit)
        return try body(conversation)
    }

    /// Each is a hint that the program may not know.
    private var options: [String] {
        var options: [String] = []
        if let terminal { options.append("ttyname=" + terminal) }
        for (name, option) in [("TERM", "ttytype"), ("LC_CTYPE", "lc-ctype"), ("LANG", "lc-ctype")]
        {
            if let value = Self.value(of: name, environment), !value.isEmpty {
                options.append("\(option)=\(value)")
            }
        }
        return options
    }

    private static func find(_ name: String, _ environment: [[UInt8]]) -> String? {
        if name.contains("/") { return name.hasPrefix("/") && isProgram(name) ? name : nil }
        // A relative folder would let whoever owns the present directory choose the program.
        let folders = (value(of: "PATH", environment) ?? "/usr/bin:/bin").split(separator: ":")
        return folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }

    /// A variable that is text; one that is not is of no use here.
    private static func value(of name: String, _ environment: [[UInt8]]) -> String? {
        let start = Array((name + "=").utf8)
        guard let entry = environment.first(where: { $0.starts(with: start) }) else { return nil }
        return String(validating: entry.dropFirst(start.count), as: UTF8.self)
    }
}
#endif
