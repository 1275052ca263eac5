#if os(Linux) && SecretService
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import Testing

/// What is KeePassXC's alone: a database of XML, placeholders, confirmations.
@Suite(
    "A store on KeePassXC",
    .enabled(
        if: KeePassDesktop.isInstalled,
        "NOTHING is tested with KeePassXC: install keepassxc (Scripts/setup --test)"),
    .serialized)
struct KeePassTests {
    /// What XML cannot hold or reads as something else, and what KeePassXC replaces.
    private static let values: [SecretBytes] = [
        SecretBytes(utf8: "{TITLE}"), SecretBytes(utf8: "{\"token\":\"{USERNAME}\"}"),
        SecretBytes(utf8: "{REF"), SecretBytes(utf8: "a\u{1}b\u{7f}"),
        SecretBytes(utf8: "\u{85}\u{9f}"), SecretBytes(utf8: "\u{ffff}\u{fffe}"),
        SecretBytes(utf8: "\u{feff}a"), SecretBytes(utf8: "a\u{feff}"),
        SecretBytes(utf8: "a\r\nb\r"),
        SecretBytes(utf8: "\n"), SecretBytes(utf8: " \t "), SecretBytes(utf8: " a\n "),
        SecretBytes(utf8: "]]>&lt;<!--"), SecretBytes(utf8: "\u{1fffe}"),
        SecretBytes([0, 1, 0xff]),
        SecretBytes(utf8: ""), SecretBytes(utf8: "plain"),
    ]

    private static let layouts: [SecretServiceLayout] = [.native, .shared(.pythonKeyring)]

    @Test("P2, P5: values are the same after it was started anew", arguments: [0, 1])
    func values(layout: Int) async throws {
        let keePass = try await KeePassDesktop()
        let store = try keePass.desktop.store(Self.layouts[layout])
        for (index, value) in Self.values.enumerated() {
            try await store.write(value, for: try ItemKey(service: "s", account: "\(index)"))
            // Over another one, which the other programs' layout changes in place.
            try await store.write(.one, for: try ItemKey(service: "over", account: "\(index)"))
            try await store.write(value, for: try ItemKey(service: "over", account: "\(index)"))
        }
        try await keePass.restart(unlocked: true)
        let again = try keePass.desktop.store(Self.layouts[layout])
        for (index, value) in Self.values.enumerated() {
            for service in ["s", "over"] {
                let key = try ItemKey(service: service, account: "\(index)")
                #expect(try await again.read(key)?.value == value, "value \(index) of \(service)")
            }
        }
    }

    @Test("P5: names are the same after it was started anew", arguments: [0, 1])
    func names(layout: Int) async throws {
        let names = [
            "\n", " \t ", " a ", "{TITLE}", "a\u{feff}", "]]>&lt;<!--", "\u{1fffe}",
            "\u{202e}abc", "e\u{301}", "\u{e9}", "{REF", "Path", "Uuid", "FDO_SECRETS_DATA",
        ]
        let keePass = try await KeePassDesktop()
        let store = try keePass.desktop.store(Self.layouts[layout])
        let keys = try names.flatMap { name in
            [
                try ItemKey(service: "s", account: name),
                try ItemKey(service: name, account: "a"),
            ]
        }
        for key in keys { try await store.write(.one, for: key) }
        try await keePass.restart(unlocked: true)
        let again = try keePass.desktop.store(Self.layouts[layout])
        #expect(Set(try await again.list(service: nil).map(\.key)) == Set(keys))
        for (index, key) in keys.enumerated() {
            #expect(try await again.read(key)?.value == .one, "name \(index)")
        }
    }

    @Test("P2: names that it would change are UNSUPPORTED, and nothing is made", arguments: [0, 1])
    func refusedNames(layout: Int) async throws {
        let keePass = try await KeePassDesktop()
        let store = try keePass.desktop.store(Self.layouts[layout])
        let names = [
            "a\rb", "\u{1}", "\u{7f}", "\u{85}", "\u{ffff}", "\u{feff}a", "{ref:T@I:01}",
            "{R{Ref:P@T:y}",
        ]
        for name in names {
            for key in [
                try ItemKey(service: "s", account: name), try ItemKey(service: name, account: "a"),
            ] {
                let error = await #expect(throws: KeychainError.self) {
                    try await store.write(.one, for: key)
                }
                #expect(error?.code == .unsupported)
                #expect(try await store.read(key) == nil)
            }
        }
        #expect(try await store.list(service: nil).isEmpty)
    }

    @Test("P2: a value that it refuses is UNSUPPORTED, and the old one stays", arguments: [0, 1])
    func refusedValue(layout: Int) async throws {
        let keePass = try await KeePassDesktop()
        let store = try keePass.desktop.store(Self.layouts[layout])
        let key = try ItemKey(service: "s", account: "a")
        for isThere in [false, true] {
            if isThere { try await store.write(.one, for: key) }
            let error = await #expect(throws: KeychainError.self) {
                try await store.write(SecretBytes(utf8: "\0{rEf:P@I:0123}"), for: key)
            }
            #expect(error?.code == .unsupported)
            #expect(try await store.read(key)?.value == (isThere ? .one : nil))
        }
    }

    @Test("P1: an item that it wants to ask about first is not missing, and nobody waits")
    func confirmed() async throws {
        let keePass = try await KeePassDesktop(isConfirming: true)
        let key = try ItemKey(service: "s", account: "a")
        try await keePass.desktop.store().write(.one, for: key)
        // Another connection is another program to it.
        let other = try keePass.desktop.store()
        let start = ContinuousClock.now
        for attempt in 0..<2 {
            let error = await #expect(throws: KeychainError.self, "attempt \(attempt)") {
                try await other.read(key)
            }
            #expect(error == .keyringHoldsItem)
        }
        let free = #expect(throws: KeychainError.self) { try other.readWithoutPrompt(key) }
        #expect(free?.code == .interactionNotAllowed)
        #expect(.now - start < .seconds(10))
    }
}

extension SecretBytes {
    fileprivate static let one = SecretBytes(utf8: "1")
}
#endif
