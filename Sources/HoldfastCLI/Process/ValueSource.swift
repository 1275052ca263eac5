import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Where `set` and `send` get what they store from: a person at the terminal, or standard input byte
/// for byte.
@MainActor
struct ValueSource {
    let session: Session

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - key: the item that it is for.
    ///   - stripsNewline: whether one byte 0x0a is dropped from the end, if there is one.
    /// - Returns: 0 to 1048576 bytes.
    /// - Throws: `INVALID_ARGUMENT` for a value over 1 MiB, of which the rest was not read; as
    ///   ``Terminal``, and `UNKNOWN` if standard input cannot be read.
    func value(for key: ItemKey, stripsNewline: Bool) throws(Failure) -> SecretBytes {
        do {
            if StandardStreams.isTerminal(session.streams.input) {
                return try session.terminal.askHiddenTwice(
                    "Value of \(Session.shown(key)): ", "The same again: ")
            }
            return try piped(stripsNewline: stripsNewline)
        } catch {
            throw Failure(error, "cannot read a value for \(Session.shown(key))")
        }
    }

    /// Reads a message, up to the end of standard input.
    ///
    /// - Parameter stripsNewline: whether one byte 0x0a is dropped from the end, if there is one.
    /// - Returns: 0 to 1048576 bytes.
    /// - Throws: `INVALID_ARGUMENT` for more, of which the rest was not read; `UNKNOWN` if standard
    ///   input cannot be read.
    func message(stripsNewline: Bool) throws(Failure) -> SecretBytes {
        do throws(KeychainError) {
            return try piped(
                upTo: Item.maximumByteCount, stripsNewline: stripsNewline,
                advice: "send large data another way, and its key in a message")
        } catch {
            throw Failure(error, "cannot read the message")
        }
    }

    private func piped(stripsNewline: Bool) throws(KeychainError) -> SecretBytes {
        let value = try piped(
            upTo: Item.maximumByteCount, stripsNewline: stripsNewline,
            advice: "keep a key in the vault and the large data, encrypted under it, in a file")
        try Item.check(value)
        return value
    }

    private func piped(
        upTo count: Int, stripsNewline: Bool, advice: String
    ) throws(KeychainError) -> SecretBytes {
        if session.passcodeDescriptor == session.streams.input {
            throw KeychainError(
                .invalidArgument, "the passcode and the value cannot both be standard input",
                advice: "give the passcode on another descriptor")
        }
        let limit = count + (stripsNewline ? 1 : 0)
        guard let buffer = try Descriptor.readAll(session.streams.input, limit: limit) else {
            throw KeychainError(
                .invalidArgument, "it has more than \(count) bytes", advice: advice)
        }
        if stripsNewline { buffer.dropNewline() }
        return buffer.secret
    }
}
