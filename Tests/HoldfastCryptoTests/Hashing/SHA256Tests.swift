import HoldfastCrypto
import Testing

@Suite struct SHA256Tests {
    @Test("The examples of FIPS 180-4 hash as published")
    func published() {
        let abc: Hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let twoBlocks: Hex = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        let million: Hex = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        let nothing: Hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        let text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
        #expect(SHA256.hash(Array("abc".utf8)) == abc.bytes)
        #expect(SHA256.hash(Array(text.utf8)) == twoBlocks.bytes)
        #expect(SHA256.hash([UInt8](repeating: 0x61, count: 1_000_000)) == million.bytes)
        #expect(SHA256.hash([]) == nothing.bytes)
    }

    @Test("Parts hash as the message that they make together, wherever it is cut")
    func parts() {
        let message = (0..<200).map { UInt8($0) }
        let whole = SHA256.hash(message)
        for cut in 0...message.count {
            let parts = SHA256.hash { stream in
                stream.absorb([UInt8](message[..<cut]))
                stream.absorb([UInt8]())
                stream.absorb(SecretBytes(message[cut...]))
            }
            #expect(parts == whole)
        }
    }

    @Test("Numbers are absorbed in network order")
    func numbers() {
        let absorbed = SHA256.hash { stream in
            stream.absorb(byte: 0xab)
            stream.absorb(bigEndian: 0x0102_0304_0506_0708)
        }
        #expect(absorbed == SHA256.hash([0xab, 1, 2, 3, 4, 5, 6, 7, 8]))
    }
}
