import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// The code on paper as text.
@Suite struct RescueCodeTests {
    private func error(_ typed: String) -> KeychainError? {
        do throws(KeychainError) {
            _ = try RescueCode(SecretBytes(utf8: typed))
            return nil
        } catch {
            return error
        }
    }

    @Test("a code is 9 groups of 4, and reads back in any case and grouping")
    func roundTrip() throws {
        for _ in 0..<50 {
            let code = try RescueCode.make()
            let text = try #require(code.text.utf8String())
            let groups = text.split(separator: "-")
            #expect(groups.count == 9 && groups.allSatisfy { $0.count == 4 })
            #expect(text.allSatisfy { !"ILOU".contains($0) })
            #expect(code.bytes.count == 20)
            let forms = [
                text, text.lowercased(), groups.joined(), groups.joined(separator: " "),
                text.split(separator: "1", omittingEmptySubsequences: false).joined(separator: "l"),
                text.split(separator: "0", omittingEmptySubsequences: false).joined(separator: "O"),
            ]
            for form in forms { #expect(try RescueCode(SecretBytes(utf8: form)) == code) }
        }
    }

    @Test("two codes differ")
    func random() throws {
        #expect(try RescueCode.make() != RescueCode.make())
    }

    /// Computed by a few lines of Python from the definition: 20 bytes 0 to 19 in Crockford's alphabet, and the first
    /// 20 bits of SHA-256("holdfast/rescue-checksum/v1" ‖ bytes).
    @Test("the text of known bits")
    func known() throws {
        let code = try RescueCode.make(random: CountingRandom())
        #expect(code.text.utf8String() == "000G-40R4-0M30-E209-185G-R38E-1W81-24GK-TMW7")
    }

    @Test("each slip in one letter, and each two neighbours exchanged, is INVALID_ARGUMENT")
    func slips() throws {
        let text = Array(try #require(try RescueCode.make().text.utf8String()))
        for index in text.indices where text[index] != "-" {
            for letter in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where letter != text[index] {
                var slip = text
                slip[index] = letter
                #expect(error(String(slip))?.code == .invalidArgument)
            }
        }
        for index in text.indices.dropLast() where text[index] != text[index + 1] {
            if text[index] == "-" || text[index + 1] == "-" { continue }
            var slip = text
            slip.swapAt(index, index + 1)
            #expect(error(String(slip))?.code == .invalidArgument)
        }
    }

    @Test(
        "what is no code is INVALID_ARGUMENT and says what is wrong",
        arguments: [
            ("", "0 letters"), ("0000", "4 letters"), ("UUUU", "character"),
            ("0000-\u{e9}", "character"),
            (String(repeating: "0", count: 37), "37 letters"),
        ])
    func malformed(typed: String, reason: String) {
        let found = error(typed)
        #expect(found?.code == .invalidArgument)
        #expect(found?.message.contains(reason) == true)
    }
}

/// Gives 0, 1, 2 and so on.
private struct CountingRandom: SecureRandom {
    var isReproducible: Bool { true }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: index) }
    }
}
