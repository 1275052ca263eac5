import HoldfastCrypto
import Testing

@Suite struct HMACSHA256KeyTests {
    @Test("RFC 4231, test cases 1 to 7, give the published tags")
    func rfc4231() {
        for (number, vector) in Self.rfc4231Vectors.enumerated() {
            let key = HMACSHA256Key(SecretBytes(vector.key))
            let tag = [UInt8](key.authenticate(vector.message).prefix(vector.tag.bytes.count))
            #expect(tag == vector.tag.bytes, "test case \(number + 1)")
        }
        #expect(Self.rfc4231Vectors.count == 7)
    }

    @Test("Wycheproof: valid tags are made, others are refused")
    func wycheproof() throws {
        let file = try VectorFile.wycheproof("hmac_sha256_test.json", of: Group.self)
        var (whole, halved) = (0, 0)
        for group in file.testGroups {
            for vector in group.tests {
                let key = HMACSHA256Key(SecretBytes(vector.key.bytes))
                let tag = key.authenticate(vector.msg.bytes)
                let isValid = vector.result == "valid"
                let accepted = key.isValid(vector.tag.bytes, for: vector.msg.bytes)
                if group.tagSize == 256 {
                    whole += 1
                    #expect((tag == vector.tag.bytes) == isValid, "tcId \(vector.tcId)")
                    #expect(accepted == isValid, "tcId \(vector.tcId)")
                } else {
                    halved += 1
                    let half = [UInt8](tag.prefix(group.tagSize / 8))
                    #expect((half == vector.tag.bytes) == isValid, "tcId \(vector.tcId)")
                    #expect(!accepted, "a shortened tag is never accepted; tcId \(vector.tcId)")
                }
            }
        }
        #expect(whole == 87)
        #expect(halved == 87)
        #expect(whole + halved == file.numberOfTests)
    }

    @Test("Parts are authenticated as the message that they make together")
    func parts() {
        let key = HMACSHA256Key(SecretBytes([1, 2, 3]))
        let message = (0..<200).map { UInt8($0) }
        let whole = key.authenticate(message)
        for cut in 0...message.count {
            let tag = key.authenticate { stream in
                stream.absorb([UInt8](message[..<cut]))
                stream.absorb([UInt8](message[cut...]))
            }
            #expect(tag == whole)
        }
    }

    @Test("Tags written to the caller's memory are the same")
    func intoMemory() {
        let key = HMACSHA256Key(SecretBytes([1, 2, 3]))
        let message: [UInt8] = [4, 5, 6]
        var tag = [UInt8](repeating: 0xff, count: 32)
        tag.withUnsafeMutableBytes { tag in
            message.withUnsafeBytes { key.authenticate($0, into: tag) }
        }
        #expect(tag == key.authenticate(message))
        let isValid = tag.withUnsafeBytes { tag in key.isValid(tag) { $0.absorb(message) } }
        #expect(isValid)
    }

    @Test("One flipped bit in a tag, or a wrong length, is not valid")
    func forgedTags() {
        let key = HMACSHA256Key(SecretBytes([1, 2, 3]))
        let tag = key.authenticate([4, 5, 6])
        for index in tag.indices {
            for bit in 0..<8 {
                var forged = tag
                forged[index] ^= 1 << bit
                #expect(!key.isValid(forged, for: [4, 5, 6]))
            }
        }
        #expect(!key.isValid([], for: [4, 5, 6]))
        #expect(!key.isValid([UInt8](tag.dropLast()), for: [4, 5, 6]))
        #expect(!key.isValid(tag + [0], for: [4, 5, 6]))
        #expect(!key.isValid(tag, for: [4, 5]))
    }

    @Test("P10: a key shows nothing of itself")
    func showsNothing() {
        let key = HMACSHA256Key(SecretBytes(utf8: "hunter2"))
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "HMACSHA256Key")
        #expect(String(reflecting: key) == "HMACSHA256Key")
        #expect(dumped == "- HMACSHA256Key #0\n")
    }

    @Test("One key serves many threads at once")
    func manyThreads() async {
        let key = HMACSHA256Key(SecretBytes([1, 2, 3]))
        let expected = key.authenticate([9])
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    (0..<200).allSatisfy { _ in key.authenticate([9]) == expected }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    private struct Group: Decodable {
        let tagSize: Int
        let tests: [Vector]
    }

    private struct Vector: Decodable {
        let tcId: Int
        let key: Hex
        let msg: Hex
        let tag: Hex
        let result: String
    }
}

extension HMACSHA256KeyTests {
    /// RFC 4231, section 4; test case 5 is published with a shortened tag.
    fileprivate static let rfc4231Vectors: [(key: [UInt8], message: [UInt8], tag: Hex)] = [
        (
            [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            [UInt8](1...25), [UInt8](repeating: 0xcd, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            [UInt8](repeating: 0x0c, count: 20), Array("Test With Truncation".utf8),
            "a3b6167473100ee06e0c796c2955552b"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131),
            Array(
                ("This is a test using a larger than block-size key and a larger than "
                    + "block-size data. The key needs to be hashed before being used by the "
                    + "HMAC algorithm.").utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]
}
