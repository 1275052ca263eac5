import HoldfastCrypto
import Testing

@Suite struct SecretBytesTests {
    private let text = "correct horse battery staple"

    @Test("P10: no description, mirror, dump or interpolation shows a byte")
    func showsNothing() {
        let secret = SecretBytes(utf8: text)
        var dumped = ""
        dump(secret, to: &dumped)
        var dumpedInside = ""
        dump([secret], to: &dumpedInside)
        #expect(secret.description == "SecretBytes(28 bytes)")
        #expect(secret.debugDescription == "SecretBytes(28 bytes)")
        #expect("\(secret)" == "SecretBytes(28 bytes)")
        #expect(String(reflecting: [secret]) == "[SecretBytes(28 bytes)]")
        #expect(dumped == "- SecretBytes(28 bytes)\n")
        #expect(dumpedInside == "▿ 1 element\n  - SecretBytes(28 bytes)\n")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test("Equal bytes are equal, and nothing else is")
    func equality() {
        let secret = SecretBytes([1, 2, 3])
        #expect(secret == SecretBytes([1, 2, 3]))
        #expect(secret != SecretBytes([1, 2, 4]))
        #expect(secret != SecretBytes([0, 2, 3]))
        #expect(secret != SecretBytes([1, 2]))
        #expect(secret != SecretBytes([1, 2, 3, 0]))
        #expect(secret != SecretBytes([]))
        #expect(SecretBytes([]) == SecretBytes([]))
    }

    @Test("Each way of making one keeps the bytes")
    func initialisers() {
        let bytes = Array(text.utf8)
        let copied = bytes.withUnsafeBytes { SecretBytes(copying: $0) }
        let written = SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
        #expect(SecretBytes(bytes).copyBytes() == bytes)
        #expect(SecretBytes(bytes.lazy.map { $0 }).copyBytes() == bytes)
        #expect(SecretBytes(utf8: text).copyBytes() == bytes)
        #expect(copied.copyBytes() == bytes)
        #expect(written.copyBytes() == bytes)
        #expect(written.withUnsafeBytes { Array($0) } == bytes)
    }

    @Test("Lengths around the borders of slots and pages keep every byte")
    func lengths() {
        for count in [1, 31, 32, 33, 64, 65, 2048, 2049, 4095, 4096, 4097, 8192, 1 << 20] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 1) }
            let secret = SecretBytes(bytes)
            #expect(secret.count == count)
            #expect(!secret.isEmpty)
            #expect(secret.copyBytes() == bytes)
        }
    }

    @Test("An empty secret is a value")
    func empty() {
        for secret in [SecretBytes([]), SecretBytes(utf8: ""), SecretBytes(count: 0) { _ in }] {
            #expect(secret.isEmpty)
            #expect(secret.count == 0)
            #expect(secret.copyBytes().isEmpty)
            #expect(secret.utf8String()?.isEmpty == true)
            #expect(secret.description == "SecretBytes(0 bytes)")
        }
    }

    @Test("Memory to write a secret to is zero at first, though others used it before")
    func zeroAtFirst() {
        for count in [1, 32, 100, 4096, 4097] {
            for _ in 0..<50 {
                let secret = SecretBytes(count: count) { memory in
                    #expect(memory.count == count)
                    #expect(memory.allSatisfy { $0 == 0 })
                    for index in memory.indices { memory[index] = 0xff }
                }
                #expect(secret.copyBytes().allSatisfy { $0 == 0xff })
            }
        }
    }

    @Test("An error of the body comes out with its type")
    func initialiserThrows() {
        struct Refused: Error, Equatable { let number: Int }
        do {
            _ = try SecretBytes(count: 10) { (_) throws(Refused) in throw Refused(number: 3) }
            Issue.record("nothing was thrown")
        } catch {
            #expect(error == Refused(number: 3))
        }
    }

    @Test(
        "Only well-formed UTF-8 becomes a string",
        arguments: [
            [0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80],
            [0x61, 0x80], [0xe2, 0x82],
        ] as [[UInt8]])
    func malformed(bytes: [UInt8]) {
        #expect(SecretBytes(bytes).utf8String() == nil)
    }

    @Test(
        "Well-formed UTF-8 becomes the string it is",
        arguments: ["a", "é", "€", "🔑", "\u{FFFD}", "a\0b"])
    func wellFormed(text: String) {
        #expect(SecretBytes(utf8: text).utf8String() == text)
    }

    @Test("Many threads make, copy, read and release secrets at once")
    func manyThreads() async {
        let shared = SecretBytes([UInt8](repeating: 0xab, count: 77))
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<32 {
                group.addTask {
                    (0..<200).allSatisfy { round in
                        let count = (number * 37 + round * 101) % 5000
                        let byte = UInt8(truncatingIfNeeded: number + round)
                        let secret = SecretBytes([UInt8](repeating: byte, count: count))
                        let copy = shared
                        return secret.copyBytes().allSatisfy { $0 == byte }
                            && copy.copyBytes().allSatisfy { $0 == 0xab }
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
