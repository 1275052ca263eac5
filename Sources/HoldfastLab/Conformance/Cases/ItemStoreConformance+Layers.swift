import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    static let layers: [ConformanceCase] = [
        ConformanceCase("P2: text comes back as it was, scalar for scalar") { exam in
            let key = try exam.key("text")
            for text in ["", "a", "a\0", "\u{e9}", "e\u{301}", "🗝️", "\u{feff}a", "a\r\nb"] {
                try await exam.store.writeText(text, for: key)
                let read = try await exam.store.readText(key)
                try exam.expect(
                    read?.utf8.elementsEqual(text.utf8) ?? false,
                    "a text of \(text.utf8.count) bytes comes back")
            }
            try exam.expect(
                try await exam.store.readText(exam.key("never")) == nil, "missing text is nil")
        },
        ConformanceCase("P1: bytes that are no text are not repaired") { exam in
            let key = try exam.key("bytes")
            let bytes = SecretBytes([0x61, 0xff, 0x62])
            try await exam.store.write(bytes, for: key)
            try await exam.expectError(.invalidArgument, from: "reading them as text") {
                () throws(KeychainError) in
                try await exam.store.readText(key)
            }
            try await exam.expect(key, holds: bytes, "after the refusal")
        },
        ConformanceCase("P2: a credential comes back as it was, and as a credential") { exam in
            try exam.need(.credential)
            let key = try exam.key("credential")
            for (user, password) in [("ann", "pa\0ss"), ("ö", ""), ("x\ny", "🗝️"), ("\u{1}", "\n")] {
                let written = try Credential(
                    userName: user, password: SecretBytes(utf8: password))
                try await exam.store.writeCredential(written, for: key)
                let read = try await exam.store.readCredential(key)
                try exam.expect(
                    read == written,
                    "\(user.utf8.count) and \(password.utf8.count) bytes come back")
                let kind = try await exam.store.attributes(of: key)?.kind
                try exam.expect(kind == .credential, "its kind says so")
            }
            let missing = try await exam.store.readCredential(exam.key("never"))
            try exam.expect(missing == nil, "a missing credential is nil")
        },
        ConformanceCase("P1: an item that is no credential is not taken for one") { exam in
            try exam.need(.credential)
            let key = try exam.key("kinds")
            let credential = try Credential(userName: "ann", password: .one)
            try await exam.store.writeCredential(credential, for: key)
            let encoded = try await exam.store.read(key)?.value ?? .one
            try await exam.store.write(encoded, for: key)
            try await exam.expectError(.invalidArgument, from: "reading bytes as a credential") {
                () throws(KeychainError) in
                try await exam.store.readCredential(key)
            }
            try await exam.expect(key, holds: encoded, "after the refusal")
        },
        ConformanceCase("P1: a credential that does not decode is DATA_CORRUPTED, and stays") {
            exam in
            try exam.need(.credential)
            let key = try exam.key("malformed")
            let short = SecretBytes([0, 9, 0x61])
            try await exam.store.write(short, for: key, options: WriteOptions(kind: .credential))
            try await exam.expectError(.dataCorrupted, from: "a credential cut short") {
                () throws(KeychainError) in
                try await exam.store.readCredential(key)
            }
            try await exam.expect(key, holds: short, "after the failed decoding")
        },
        ConformanceCase("P2: a Codable value comes back equal") { exam in
            let key = try exam.key("codable")
            let written = Sample(name: "n\u{301}🗝️\0", numbers: [0, -1, .max], nested: ["a": nil])
            try await exam.store.writeCodable(written, for: key)
            let read = try await exam.store.readCodable(Sample.self, key)
            try exam.expect(read == written, "the value comes back equal")
            let missing = try await exam.store.readCodable(Sample.self, exam.key("never"))
            try exam.expect(missing == nil, "a missing value is nil")
        },
        ConformanceCase("P1: bytes that do not decode are DATA_CORRUPTED, and stay") { exam in
            let key = try exam.key("undecodable")
            for bytes in [SecretBytes([]), SecretBytes(utf8: "{"), SecretBytes(utf8: "[1]")] {
                try await exam.store.write(bytes, for: key)
                try await exam.expectError(.dataCorrupted, from: "\(bytes.count) bytes") {
                    () throws(KeychainError) in
                    try await exam.store.readCodable(Sample.self, key)
                }
                try await exam.expect(key, holds: bytes, "after the failed decoding")
            }
        },
    ]

    private struct Sample: Codable, Equatable {
        let name: String
        let numbers: [Int]
        let nested: [String: String?]
    }
}
