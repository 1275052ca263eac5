import Glibc
import HoldfastCore

extension QRCode {
    /// Writes a text's code, or in brackets why there is none; the text itself is the caller's to write.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - arguments: `--invert` is looked at.
    ///   - session: the surroundings.
    /// - Throws: what kept it from being made or written.
    @MainActor
    static func draw(
        _ text: String, _ arguments: ParsedArguments, in session: Session
    ) throws(Failure) {
        let output = session.output
        let look: Look =
            arguments.has(.invert)
            ? .lightOnDark : output.style.hasColour ? .coloured : .darkOnLight
        try output.write(drawing(of: text, look, columns: output.columns))
    }

    /// A text's code, or in brackets why there is none.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - look: what the blocks stand for.
    ///   - columns: how wide the terminal is; `nil` where there is none.
    /// - Returns: lines.
    /// - Throws: `UNKNOWN` with the system's number.
    static func drawing(
        of text: String, _ look: Look, columns: Int?
    ) throws(Failure) -> String {
        guard isBuiltIn else {
            return "(a tool built with the trait QRCode draws it: 'swift build --traits QRCode')\n"
        }
        let code: QRCode
        do throws(KeychainError) {
            code = try of(text)
        } catch {
            guard error.code == .invalidArgument else {
                throw Failure(error, "cannot draw the code")
            }
            return "(\(error.message))\n"
        }
        let width = code.width + 2 * quietCount
        // A terminal would break its lines, and no scanner reads that.
        if let columns, columns < width {
            return "(the code to scan is \(width) columns wide, and the terminal \(columns))\n"
        }
        return code.text(look)
    }
}

extension StandardOutput {
    /// How wide the terminal is; `nil` for what is none, or does not say.
    fileprivate var columns: Int? {
        var size = winsize()
        guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
