#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// Commands to a pinentry and its answers.
///
/// - Note: libassuan's manual, "Server responses": `OK`, `ERR`, `D`, `S`, `#`, `INQUIRE`.
final class PinentryConversation {
    private let process: PinentryProcess
    private let end: ContinuousClock.Instant

    init(_ process: PinentryProcess, limit: Duration) {
        self.process = process
        end = .now + limit
    }

    /// Waits for the greeting and says what the program needs to know.
    func start(options: [String], timeLimit: Duration) throws(KeychainError) {
        _ = try answer()
        for option in options {
            // Which options there are depends on the program.
            do throws(KeychainError) {
                _ = try request("OPTION", option)
            } catch  where error.nativeDomain == Self.domain {
                continue
            }
        }
        _ = try request("SETTITLE", "Holdfast")
        _ = try request("SETTIMEOUT", String(max(1, timeLimit.components.seconds)))
    }

    /// Sends a command and takes its data.
    func request(_ command: String, _ argument: String? = nil) throws(KeychainError) -> SecretBuffer
    {
        let line = argument.map { "\(command) \(PinentryWords.escaped($0))" } ?? command
        try process.write(line + "\n", until: end)
        return try answer()
    }

    private func answer() throws(KeychainError) -> SecretBuffer {
        let data = SecretBuffer(capacity: Self.maximumDataCount + Self.maximumLineCount)
        while true {
            let line = try process.readLine(limit: Self.maximumLineCount, until: end)
            let isLast = try line.withUnsafeBytes { (bytes) throws(KeychainError) in
                try take(bytes, data)
            }
            if isLast { return data }
            if data.count > Self.maximumDataCount {
                throw KeychainError(
                    .invalidArgument, "a passcode has at most \(Self.maximumDataCount) bytes")
            }
        }
    }

    /// Takes one line of an answer.
    ///
    /// - Returns: whether it was the last.
    private func take(
        _ line: UnsafeRawBufferPointer, _ data: SecretBuffer
    ) throws(KeychainError) -> Bool {
        if line.isWord("OK") { return true }
        if line.isWord("ERR") { throw Self.failure(line) }
        if line.isWord("D") {
            try Self.decode(UnsafeRawBufferPointer(rebasing: line.dropFirst(2)), into: data)
            return false
        }
        // Comments and remarks on the state mean nothing here; questions were not asked for.
        if line.isEmpty || line.isWord("S") || line.first == UInt8(ascii: "#") { return false }
        throw Self.strange
    }

    /// Undoes `%XX`.
    private static func decode(
        _ text: UnsafeRawBufferPointer, into data: SecretBuffer
    ) throws(KeychainError) {
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                data.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else { throw strange }
            data.append(high << 4 | low)
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// The error for `ERR NUMBER …`, whose number holds the source in its upper bits.
    ///
    /// - Note: `gpg-error.h`: GPG_ERR_CODE_MASK, GPG_ERR_TIMEOUT 62, GPG_ERR_CANCELED 99,
    ///   GPG_ERR_NOT_CONFIRMED 114, GPG_ERR_FULLY_CANCELED 198.
    private static func failure(_ line: UnsafeRawBufferPointer) -> KeychainError {
        let digits = line.dropFirst(4).prefix { (0x30...0x39).contains($0) }
        let number = UInt32(String(decoding: digits, as: UTF8.self)).map { Int($0 & 0xffff) }
        switch number {
        case 99, 114, 198:
            return KeychainError(
                .userCanceled, "the dialog was cancelled", nativeDomain: domain, nativeCode: number)
        case 62:
            return KeychainError(
                .systemCanceled, "nobody answered the dialog in time", nativeDomain: domain,
                nativeCode: number)
        default:
            return KeychainError(
                .noActivity, "the program that asks for passcodes cannot ask",
                nativeDomain: domain, nativeCode: number,
                advice: "set GPG_TTY to the terminal, or HOLDFAST_PINENTRY to another program")
        }
    }

    private static let domain = "gpg-error"
    private static let maximumLineCount = 1000
    private static let maximumDataCount = 4094

    static let strange = KeychainError(
        .noActivity, "the program that asks for passcodes does not speak as a pinentry does",
        advice: "set HOLDFAST_PINENTRY to another program")
}

extension UnsafeRawBufferPointer {
    /// Whether a line consists of a word, or begins with it and a space.
    fileprivate func isWord(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard self.count >= count, (0..<count).allSatisfy({ self[$0] == word.utf8Start[$0] })
        else { return false }
        return self.count == count || self[count] == UInt8(ascii: " ")
    }
}
#endif
