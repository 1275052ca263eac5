import HoldfastCore
import HoldfastCrypto

extension KeyStoreConformance {
    static let names: [KeyStoreCase] = [
        KeyStoreCase("P2: names that look alike have keys of their own") { exam in
            guard let use = exam.uses.first else {
                throw MissingControl(reason: "the store has no keys")
            }
            var made: [(ItemKey, P256PublicKey)] = []
            for (service, account) in awkwardNames {
                let name = try ItemKey(service: service, account: account)
                made.append((name, try await exam.store.create(name, use: use)))
            }
            try exam.expect(Set(made.map(\.1)).count == made.count, "each key is another")
            for (index, (name, key)) in made.enumerated() {
                try await exam.expect(name, is: key, for: use, "name \(index)")
                let known = try await exam.store.attributes(of: name)
                try exam.expect(known?.name == name, "name \(index) in its attributes")
            }
        },
        KeyStoreCase("P11: a service of 200 characters is taken, a longer one refused") { exam in
            guard let use = exam.uses.first else {
                throw MissingControl(reason: "the store has no keys")
            }
            let maximum = ItemKey.maximumDeviceKeyServiceScalarCount
            let long = try exam.name("a", service: String(repeating: "s", count: maximum))
            let longer = try exam.name("a", service: String(repeating: "s", count: maximum + 1))
            let key = try await exam.store.create(long, use: use)
            try await exam.expect(long, is: key, for: use, "200 characters")
            try await exam.expectError(.invalidArgument, from: "a creation") {
                () throws(KeychainError) in try await exam.store.create(longer, use: use)
            }
            try await exam.expectError(
                .invalidArgument, fromEveryUseOf: longer, for: use, "201 characters")
            try await exam.expectError(.invalidArgument, from: "attributes") {
                () throws(KeychainError) in try await exam.store.attributes(of: longer)
            }
            try await exam.expectError(.invalidArgument, from: "a removal") {
                () throws(KeychainError) in try await exam.store.remove(longer)
            }
            try await exam.expectError(.invalidArgument, from: "a list") {
                () throws(KeychainError) in try await exam.store.list(service: longer.service)
            }
        },
        KeyStoreCase("P1: a list has every key of its service, in order, and no other") { exam in
            let store = exam.store
            try exam.expect(try await store.list(service: nil).isEmpty, "a fresh store is empty")
            var wanted: [String: [ItemKey]] = [:]
            for service in ["b", "a", "ab"] {
                for account in ["2", "1"] {
                    for use in exam.uses {
                        let name = try exam.name(account + use.rawValue, service: service)
                        try await store.create(name, use: use)
                        wanted[service, default: []].append(name)
                    }
                }
            }
            for (service, names) in wanted.sorted(by: { $0.key < $1.key }) {
                let listed = try await store.list(service: service)
                try exam.expect(listed.map(\.name) == names.sorted(), "the list of one service")
                for known in listed {
                    try exam.expect(
                        try await store.attributes(of: known.name) == known,
                        "an entry is the key's attributes")
                }
            }
            let all = try store.listWithoutPrompt(service: nil)
            try exam.expect(
                all.map(\.name) == wanted.values.flatMap { $0 }.sorted(), "the list of all")
            try exam.expect(try await store.list(service: "nobody").isEmpty, "nobody's list")
        },
        KeyStoreCase("P6: a removal takes that key and no other") { exam in
            for use in exam.uses {
                let (one, other) = (try exam.name("one"), try exam.name("other"))
                let first = try await exam.store.create(one, use: use)
                let kept = try await exam.store.create(other, use: use)
                try exam.expect(try await exam.store.remove(one), "there was something")
                try await exam.expectMissing(one, "removed")
                try await exam.expect(other, is: kept, for: use, "the other one")
                try exam.expect(try await !exam.store.remove(one), "there is nothing any more")
                try exam.expect(
                    try !exam.store.removeWithoutPrompt(one), "nor for a prompt-free removal")
                let second = try await exam.store.create(one, use: use)
                try exam.expect(second != first, "a new key of the name is another key")
                try await exam.expect(one, is: second, for: use, "made anew")
                for name in [one, other] {
                    try exam.expect(
                        try exam.store.removeWithoutPrompt(name), "a prompt-free removal")
                    try await exam.expectMissing(name, "removed prompt-free")
                }
            }
        },
    ]

    private static let awkwardNames: [(String, String)] = [
        ("a", "bc"), ("ab", "c"), ("a/b", "c"), ("a", "b/c"), ("A", "bc"), ("a", "bc "),
        ("\u{e9}", "a"), ("e\u{301}", "a"), ("a", "\u{e9}"), ("a", "e\u{301}"), ("..", "."),
        ("holdfast.device-key/", "a"), ("holdfast.device-key/a", "bc"), ("a", "holdfast"),
        ("\u{301}", "a"), ("🗝️", "👩‍🚀"), ("a", "*"), ("a", "%"),
    ]
}
