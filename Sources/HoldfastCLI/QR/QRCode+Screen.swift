import HoldfastCore

extension QRCode {
    /// What another device is shown: the text always, and a code where this build draws them.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - lead: the line before it.
    ///   - isInverted: whether the code is for light text on a dark ground.
    ///   - output: where it goes, for its colours.
    /// - Returns: lines.
    /// - Throws: a text that no code can hold.
    @MainActor
    static func screen(
        _ text: String, _ lead: String, isInverted: Bool, _ output: StandardOutput
    ) throws(Failure) -> String {
        let lines = "\n\(lead)\n\(text)\n"
        guard isBuiltIn else {
            return lines
                + "(a tool built with the trait QRCode draws it: 'swift build --traits QRCode')\n"
        }
        do throws(KeychainError) {
            let look: Look =
                isInverted ? .lightOnDark : output.style.hasColour ? .coloured : .darkOnLight
            return "\n" + (try of(text).text(look)) + lines
        } catch {
            throw Failure(error, "cannot draw the code")
        }
    }
}

extension OptionDeclaration {
    static let invertedCode = Self(
        "invert", "draw the code for light text on a dark ground, where there are no colours")
}
