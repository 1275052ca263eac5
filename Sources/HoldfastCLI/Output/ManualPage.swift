import HoldfastCore

/// The page `holdfast(1)`, made from the tables and from the error catalogue.
///
/// - Note: The macros are those of man(7).
enum ManualPage {
    /// The source of the page.
    static func page(_ commands: [CommandDeclaration]) -> String {
        ([head] + commands.map(command) + [sharedOptions(), names, exitStatus(), places])
            .joined()
    }

    private static let head = #"""
        .\" Made from the tables in Sources/HoldfastCLI/Commands; do not edit.
        .TH HOLDFAST 1 "" "holdfast" "User Commands"
        .SH NAME
        holdfast \- keep secrets in an encrypted vault
        .SH SYNOPSIS
        .B holdfast
        .I COMMAND
        [options] [arguments]
        .SH DESCRIPTION
        .B holdfast
        keeps small secrets (tokens, passwords, keys) on this machine, so that reading one has
        exactly three outcomes: the value, the answer that there is no such item (exit status 1),
        or an error that says what to do. A value that cannot be read now is never reported as
        missing, and a write that fails or is interrupted leaves the old value or the new one.
        .PP
        Options may stand before or after other words, before the command\(aqs name too. A value is
        written \fB\-\-option\fR \fIVALUE\fR or \fB\-\-option=\fIVALUE\fR, the latter where it
        starts with a dash. After
        \fB\-\-\fR every word is an argument, also one that starts with a dash.
        .SH COMMANDS

        """#

    private static func command(_ command: CommandDeclaration) -> String {
        var text = ".SS \(escaped(command.usage))\n" + paragraph(sentence(command.summary))
        for discussion in command.discussion { text += ".PP\n" + paragraph(discussion) }
        for argument in command.arguments where argument.name != "NAME" {
            text += item("\\fI\(escaped(argument.name))\\fR", argument.summary)
        }
        for option in command.ownOptions {
            text += item(synopsis(option), HelpPage.summary(of: option))
        }
        for example in command.examples {
            text +=
                ".PP\nExample: \(escaped(example.purpose))\n.PP\n.RS 4\n.nf\n"
                + line(escaped(example.line)) + ".fi\n.RE\n"
        }
        return text
    }

    private static func sharedOptions() -> String {
        ".SH OPTIONS OF EVERY COMMAND\n"
            + OptionDeclaration.shared.map { item(synopsis($0), HelpPage.summary(of: $0)) }.joined()
    }

    private static let names = #"""
        .SH NAMES AND VALUES
        A name is data and never a path: 1 to 256 characters without U+0000. Names are compared by
        code points: upper and lower case differ, and so do the two ways to write an accented
        letter. An argument that is not UTF\-8 is refused. A value is 0 to 1048576 bytes of any
        kind; an empty value is a value.

        """#

    private static func exitStatus() -> String {
        var text =
            ".SH EXIT STATUS\n" + item("0", "done")
            + item("1", "the store answered that there is no such item") + item("2", "usage")
        for status in [3, 4, 5, 6, 7, 8] as [Int32] {
            let codes = ErrorCatalogue.entries.filter { $0.exitStatus == status }
            text += item(
                String(status),
                "\(meaning(status)): "
                    + codes.map(\.code.rawValue)
                    .joined(separator: ", "))
        }
        text += item("9", "busy, in conflict, or an I/O error: UNKNOWN with such a domain")
        text += item("70", "an error that has no code of its own: UNKNOWN")
        return text + ".PP\n"
            + paragraph(
                "An error is one line on standard error: what failed, why, what to do. With --json it is"
                    + " one object with code, message, advice, nativeDomain, nativeCode and exitStatus;"
                    + " for a usage error the code is INVALID_ARGUMENT. A sealed vault whose TPM cannot be"
                    + " used is HARDWARE_UNAVAILABLE with status 3 while a rescue code opens it."
                    + " Where the reader of standard"
                    + " output went away, the command ends with 9 and says nothing."
            )
    }

    private static func meaning(_ status: Int32) -> String {
        switch status {
        case 3: "locked, or not readable now"
        case 4: "authentication needed, failed, cancelled, locked out, or nobody to ask"
        case 5: "invalid argument"
        case 6: "damaged data"
        case 7: "the item's key is gone for good"
        default: "not supported, not available or not set up here"
        }
    }

    private static let places = #"""
        .SH ENVIRONMENT
        .TP
        \fBHOLDFAST_HOME\fR
        the vault\(aqs directory; otherwise \fI$XDG_DATA_HOME/holdfast\fR or
        \fI~/.local/share/holdfast\fR
        .TP
        \fBHOLDFAST_STATE\fR
        where the device secret lies; otherwise \fI$XDG_STATE_HOME/holdfast\fR or
        \fI~/.local/state/holdfast\fR. This variable, the one above and \fBHOME\fR must hold an
        absolute path where they are set: an empty one (exit status 5) is more likely a slip in a
        script than the wish for the usual place
        .TP
        \fBHOLDFAST_TPM\fR
        the TPM's address as its library says it, for programs built with the trait TPM; otherwise
        \fIdevice:/dev/tpmrm0\fR
        .TP
        \fBHOLDFAST_BACKEND\fR
        what \fB\-\-backend\fR would name: \fIvault\fR, or in the desktop\(aqs keyring the items of
        Holdfast (\fIsecret-service\fR), of Python\(aqs keyring (\fIpython-keyring\fR) or of
        secret-tool (\fIsecret-tool\fR); a tool built without the keyring says so and exits with 8
        .TP
        \fBHOLDFAST_COLLECTION\fR
        the name of the keyring to use; otherwise the default one
        .TP
        \fBHOLDFAST_PINENTRY\fR
        the pinentry to ask with, a path or a name in \fIPATH\fR (otherwise \fIpinentry\fR), or
        \fIoff\fR; it is used where there is no terminal but \fIDISPLAY\fR,
        \fIWAYLAND_DISPLAY\fR or \fIGPG_TTY\fR is set, and with \fB\-\-pinentry\fR. The option
        wins: with it \fIoff\fR stands for \fIpinentry\fR
        .TP
        \fBCREDENTIALS_DIRECTORY\fR
        if it holds a file \fIholdfast.passcode\fR, that is the vault's passcode: each command
        unlocks the vault for itself alone
        .TP
        \fBNO_COLOR\fR
        set and not empty: no colours; there are none outside of a terminal anyway
        .SH FILES
        A copy of the vault's directory does not open without the device secret, which lies outside
        of it on purpose. To keep a backup, use \fBholdfast export\fR.

        """#

    private static func synopsis(_ option: OptionDeclaration) -> String {
        let name = "\\fB\(escaped("--" + option.name))\\fR"
        return option.valueName.map { "\(name) \\fI\(escaped($0))\\fR" } ?? name
    }

    private static func item(_ tag: String, _ text: String) -> String {
        ".TP\n\(tag)\n" + paragraph(text)
    }

    private static func paragraph(_ text: String) -> String { line(escaped(text)) }

    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    /// A line that starts with a dot or an apostrophe would be a request.
    private static func line(_ text: String) -> String {
        (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : "") + text + "\n"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            default: result.append(character)
            }
        }
        return result
    }
}
