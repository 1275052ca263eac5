#if Network && Server
import HoldfastCore
import Testing

@testable import HoldfastCLI

/// Recovery phrases, and command lines that take one.
enum Words {
    // Of the BIP-39 test vectors: they protect nothing.
    static let adas =
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
    static let others =
        "legal winner thank year wave sausage worth useful legal winner thank yellow"
}

extension Machine {
    /// The text of an item; `nil` if there is none.
    func item(_ name: String) throws -> String? {
        let outcome = try run("get", name, "--json")
        guard outcome.status != 1 else { return nil }
        #expect(outcome.status == 0, "\(outcome.error)")
        let value = Base64.decode(SecretBytes(utf8: try outcome.text("value")))
        return try #require(value?.utf8String())
    }

    /// Runs a command that reads a phrase.
    @discardableResult
    func run(_ line: String, phrase: String) throws -> Outcome {
        try run(
            line.split(separator: " ").map(String.init) + ["--phrase-fd", "0"], input: phrase)
    }
}

extension Town {
    /// Switches the backup of Ada's laptop on.
    func backUp() throws -> Machine.Outcome {
        try laptop.run("backup on --accept-loss --json", phrase: Words.adas)
    }

    /// A machine that knows nothing but how a relay is named.
    static func newMachine() throws -> Machine { try Machine() }
}
#endif
