import Testing

@testable import HoldfastCrypto

@Suite struct Argon2idVectorTests {
    @Test("The vectors of pyca/cryptography, which are RFC 9106's, OpenSSL's and the tool's")
    func pyca() throws {
        let vectors = try Argon2idVector.readAll()
        var (throughInterface, withSecret) = (0, 0)
        for vector in vectors {
            #expect(try vector.deriveInSwift() == vector.output, "COUNT \(vector.number)")
            if vector.secret.isEmpty && vector.associatedData.isEmpty {
                throughInterface += 1
                #expect(try vector.derive() == vector.output, "COUNT \(vector.number)")
            } else {
                withSecret += 1
            }
        }
        #expect(throughInterface == 5)
        #expect(withSecret == 1)
    }

    @Test("The reference's listing: every word of every block after every pass, and the tag")
    func referenceListing() throws {
        let listing = try Argon2Listing.read()
        #expect(listing.passes.map(\.count) == [4096, 4096, 4096])
        var wrongWords: [Int] = []
        let rfc = try #require(try Argon2idVector.readAll().first)
        let tag = try rfc.deriveInSwift { pass, words in
            #expect(words.count == listing.passes[pass].count)
            wrongWords.append(zip(words, listing.passes[pass]).count { $0 != $1 })
        }
        #expect(wrongWords == [0, 0, 0])
        #expect(tag == listing.tag)
    }
}

/// One entry of `argon2id_pyca.txt`.
private struct Argon2idVector {
    let number: Int
    let password: [UInt8]
    let salt: [UInt8]
    let secret: [UInt8]
    let associatedData: [UInt8]
    let parameters: Argon2id.Parameters
    let output: [UInt8]

    /// The entries are lines of `name = value`, each entry after a line `COUNT = number`.
    static func readAll() throws -> [Argon2idVector] {
        var entries: [[String: String]] = []
        for line in try VectorFile.lines("argon2/argon2id_pyca.txt") where !line.hasPrefix("#") {
            let sides = line.split(separator: "=").map { $0.filter { $0 != " " } }
            guard let name = sides.first else { continue }
            if name == "COUNT" { entries.append([:]) }
            let last = try #require(entries.indices.last)
            entries[last][name] = sides.count > 1 ? sides[1] : ""
        }
        return try entries.map(Argon2idVector.init)
    }

    private init(_ entry: [String: String]) throws {
        func integer(_ name: String) throws -> Int { try #require(entry[name].flatMap { Int($0) }) }
        number = try integer("COUNT")
        password = try Hex(entry["pass"] ?? "").bytes
        salt = try Hex(entry["salt"] ?? "").bytes
        secret = try Hex(entry["secret"] ?? "").bytes
        associatedData = try Hex(entry["ad"] ?? "").bytes
        output = try Hex(entry["output"] ?? "").bytes
        parameters = try Argon2id.Parameters(
            memoryKiB: integer("memcost"), iterations: integer("iter"),
            parallelism: integer("lanes"))
    }

    func derive() throws(CryptoError) -> [UInt8] {
        try Argon2id.derive(
            password: SecretBytes(password), salt: salt, parameters: parameters,
            count: output.count
        ).copyBytes()
    }

    func deriveInSwift(
        afterPass: (Int, UnsafeBufferPointer<UInt64>) -> Void = { _, _ in }
    ) throws -> [UInt8] {
        try password.withUnsafeBytes { password in
            try salt.withUnsafeBytes { salt in
                try secret.withUnsafeBytes { secret in
                    try associatedData.withUnsafeBytes { associatedData in
                        let inputs = Argon2id.Inputs(
                            password: password, salt: salt, secret: secret,
                            associatedData: associatedData)
                        return try [UInt8](count: output.count) { output in
                            try Argon2id.deriveInSwift(
                                into: output, inputs, parameters: parameters,
                                afterPass: afterPass)
                        }
                    }
                }
            }
        }
    }
}

/// What `phc_kats_argon2id_v13.txt` lists.
private struct Argon2Listing {
    var passes: [[UInt64]] = []
    var tag: [UInt8] = []

    static func read() throws -> Argon2Listing {
        var listing = Argon2Listing()
        for line in try VectorFile.lines("argon2/phc_kats_argon2id_v13.txt") {
            if line.hasPrefix(" After pass") { listing.passes.append([]) }
            if line.hasPrefix("Block ") {
                let word = try #require(line.split(separator: " ").last)
                let pass = try #require(listing.passes.indices.last)
                listing.passes[pass].append(try #require(UInt64(word, radix: 16)))
            }
            if line.hasPrefix("Tag: ") { listing.tag = try Hex(line.dropFirst(5)).bytes }
        }
        return listing
    }
}
