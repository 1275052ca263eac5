import HoldfastCore
import Testing

@Suite struct ItemKeyTests {
    @Test("names of 1 to 256 scalars without U+0000 are taken")
    func accepted() throws {
        let longest = String(repeating: "🗝", count: 256)
        for name in ["a", " ", "../../x", "\u{1}", "\n", longest, "\u{10ffff}", "\u{feff}"] {
            let key = try ItemKey(service: name, account: name)
            #expect(key.service.utf8.elementsEqual(name.utf8))
            #expect(key.account.utf8.elementsEqual(name.utf8))
        }
    }

    @Test("P11: a bad name is INVALID_ARGUMENT and the message says which rule")
    func refused() {
        let long = String(repeating: "🗝", count: 257)
        let rules = [("", "empty"), (long, "longer than 256"), ("\0", "U+0000"), ("a\0", "U+0000")]
        for (name, rule) in rules {
            for (role, make) in [
                (
                    "service",
                    { () throws(KeychainError) in try ItemKey(service: name, account: "a") }
                ),
                ("name", { () throws(KeychainError) in try ItemKey(service: "a", account: name) }),
            ] {
                let error = #expect(throws: KeychainError.self) { try make() }
                #expect(error?.code == .invalidArgument)
                #expect(error?.message.contains(role) == true)
                #expect(error?.message.contains(rule) == true)
            }
        }
    }

    @Test("a scalar that joins others counts for itself")
    func scalarsAreCounted() {
        // One character to Swift, 257 scalars to the rule.
        let stacked = "e" + String(repeating: "\u{301}", count: 256)
        #expect(stacked.count == 1)
        #expect(throws: KeychainError.self) { try ItemKey(service: "s", account: stacked) }
    }

    @Test("names are equal when their bytes are, whatever Swift says of the text")
    func equality() throws {
        #expect("\u{e9}" == "e\u{301}")
        let pairs = [("\u{e9}", "e\u{301}"), ("\u{212b}", "\u{c5}"), ("A", "a"), ("a", "a ")]
        for (left, right) in pairs {
            let (one, two) = (
                try ItemKey(service: "s", account: left), try ItemKey(service: "s", account: right)
            )
            #expect(one != two)
            #expect(Set([one, two]).count == 2)
            #expect((one < two) != (two < one))
            #expect(try one == ItemKey(service: "s", account: left))
            #expect(try one.hashValue == ItemKey(service: "s", account: left).hashValue)
        }
    }

    @Test("service and account do not run together")
    func parts() throws {
        let one = try ItemKey(service: "ab", account: "c")
        let two = try ItemKey(service: "a", account: "bc")
        #expect(one != two)
        #expect(Set([one, two]).count == 2)
    }

    @Test("keys are ordered by the bytes of the service, then of the account")
    func order() throws {
        let sorted = try [("A", "z"), ("a", "1"), ("a", "10"), ("a", "2"), ("ab", "0"), ("é", "a")]
            .map { try ItemKey(service: $0.0, account: $0.1) }
        #expect(sorted.shuffled().sorted() == sorted)
        #expect(sorted.reversed().sorted() == sorted)
        for key in sorted { #expect(!(key < key)) }
    }

    @Test("P10: a key does not show its names")
    func hidden() throws {
        let key = try ItemKey(service: "mArKeR", account: "mArKeR")
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains("mArKeR"))
        }
    }
}
