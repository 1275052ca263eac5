import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    static let names: [ConformanceCase] = [
        ConformanceCase("P2: a name is text and nothing else") { exam in
            for role in [Role.account, .service] {
                try await checkDistinct(plainNames, as: role, exam)
            }
        },
        ConformanceCase("P2: names may have spaces around them") { exam in
            try await checkDistinct([" fail ", "fail", " fail", "fail "], as: .account, exam)
            try await checkDistinct([" fail ", "fail", " fail", "fail "], as: .service, exam)
        },
        ConformanceCase("P2: the case of a name counts") { exam in
            try await checkDistinct(["Token", "token", "TOKEN", "straße", "STRASSE"], exam)
        },
        ConformanceCase("P2: both normal forms of a letter are two names") { exam in
            let forms = [
                "\u{e9}", "e\u{301}", "\u{ac00}", "\u{1100}\u{1161}", "\u{212b}", "\u{c5}",
            ]
            try await checkDistinct(forms, as: .account, exam)
            try await checkDistinct(forms, as: .service, exam)
        },
        ConformanceCase("P2: service and account are apart") { exam in
            let keys = [
                try exam.key("c", service: "ab"), try exam.key("bc", service: "a"),
                try exam.key("abc", service: "abc"), try exam.key("a", service: "bc"),
                try exam.key("b/c", service: "a"), try exam.key("c", service: "a/b"),
                try exam.key("c", service: "a:b"), try exam.key("b:c", service: "a"),
            ]
            try await checkDistinct(keys, exam)
        },
        ConformanceCase("P2: names of 256 scalars are kept whole") { exam in
            // They differ in the last scalar alone, and each has 4 bytes in UTF-8.
            let start = String(repeating: "🗝", count: 255)
            try await checkDistinct([start + "🗝", start + "🔒", start], as: .account, exam)
            try await checkDistinct([start + "🗝", start + "🔒", start], as: .service, exam)
        },
        ConformanceCase("P11: a name that breaks a rule is INVALID_ARGUMENT") { exam in
            let long = String(repeating: "x", count: 257)
            for (index, bad) in ["", "\0", "a\0b", long].enumerated() {
                try await exam.expectError(.invalidArgument, from: "account \(index)") {
                    () throws(KeychainError) in
                    try ItemKey(service: "conformance", account: bad)
                }
                try await exam.expectError(.invalidArgument, from: "service \(index)") {
                    () throws(KeychainError) in
                    try ItemKey(service: bad, account: "a")
                }
                try await exam.expectError(.invalidArgument, from: "a list of service \(index)") {
                    () throws(KeychainError) in
                    try await exam.store.list(service: bad)
                }
                try await exam.expectError(.invalidArgument, from: "a prompt-free one") {
                    () throws(KeychainError) in
                    try exam.store.listWithoutPrompt(service: bad)
                }
            }
        },
    ]

    private enum Role: String {
        case account
        case service
    }

    private static let plainNames = [
        "../../x", "a/b", "a%2fb", "a%2Fb", "/", ".", "..", "-123", "-123.0", "--help", "*", "%",
        "_",
        "'; DROP TABLE items; --", "\"", "\\", "a\nb", "a\tb", "$HOME", "~", "🗝️", "🗝", "👩‍🚀", "0",
        "00",
        "null", "\u{202e}abc", "\u{feff}", "default",
    ]

    private static func checkDistinct(
        _ names: [String], as role: Role = .account, _ exam: Examination
    ) async throws {
        let keys = try names.map { name in
            switch role {
            case .account: try exam.key(name)
            case .service: try exam.key("account", service: name)
            }
        }
        try await checkDistinct(keys, exam)
    }

    /// Gives every key a value of its own, and expects each to be there, listed and removable.
    private static func checkDistinct(_ wanted: [ItemKey], _ exam: Examination) async throws {
        let refused = exam.subject.refusedNames
        let keys = wanted.filter { !refused.contains($0.account) && !refused.contains($0.service) }
        for key in wanted where !keys.contains(key) {
            try await exam.expectError(.unsupported, from: "a write of a name without room") {
                () throws(KeychainError) in
                try await exam.store.write(.one, for: key)
            }
            try await exam.expectMissing(key, "after the refusal")
        }
        for (index, key) in keys.enumerated() {
            try await exam.store.write(pattern(count: index + 1, seed: 3), for: key)
        }
        for (index, key) in keys.enumerated() {
            try await exam.expect(
                key, holds: pattern(count: index + 1, seed: 3), "name \(index) of \(keys.count)")
        }
        let listed = Set(try await exam.store.list(service: nil).map(\.key))
        for (index, key) in keys.enumerated() {
            try exam.expect(listed.contains(key), "name \(index) of \(keys.count) is listed")
            let mates = Set(try await exam.store.list(service: key.service).map(\.key))
            try exam.expect(mates.contains(key), "name \(index) is listed under its service")
            try exam.expect(try await exam.store.remove(key), "name \(index) can be removed")
            try exam.expect(
                try await exam.store.read(key) == nil, "name \(index) is gone after its removal")
        }
    }
}
