#if os(Linux) && TPM
import CrashSupport
import Glibc
import Testing

/// The tool itself, with the keys of its device in a TPM that `HOLDFAST_TPM` names.
@Suite("holdfast device with its keys in a TPM", .serialized)
struct DeviceToolTests {
    private let place: TPMToolPlace

    init() throws {
        place = try TPMToolPlace()
    }

    // TPM 2.0 Library, part 2, section 6.5.2.
    private static let create: UInt32 = 0x153
    private static let sign: UInt32 = 0x15d

    /// Makes the device, and gives its id.
    private func begin() throws -> String {
        let made = try place.device(
            "init", "--name", "desk", "--key-storage", "tpmRequired", "--json")
        try #require(made.status == 0, "\(made.error)")
        return try made.member("device")
    }

    /// The device is the one that was made, in order, and alone in its account.
    private func expectInOrder(_ device: String) throws {
        let shown = try place.device("show", "--json")
        #expect(shown.status == 0, "\(shown.error)")
        #expect(try shown.member("state") == "proceed")
        #expect(try shown.member("device") == device)
        #expect(try place.device("list", "--json").text.contains(device.prefix(32)))
    }

    @Test("P7: init makes both keys in the TPM, and every later process finds the same device")
    func same() throws {
        var device = ""
        let making = try place.tpm.commands { device = try begin() }
        #expect(making.count { $0 == Self.create } == 2)
        let later = try place.tpm.commands {
            try expectInOrder(device)
            let again = try place.device("init", "--name", "again")
            #expect(again.status == 5 && again.error.contains("a device already"))
        }
        #expect(!later.contains(Self.create))
        try place.swap(to: "state")
        try expectInOrder(device)
    }

    @Test("rename makes new keys in the TPM in the old place, signed in by the old one")
    func renamed() throws {
        let old = try begin()
        var new = ""
        let renaming = try place.tpm.commands {
            let renamed = try place.device("rename", "table", "--json")
            #expect(renamed.status == 0, "\(renamed.error)")
            new = try renamed.member("device")
        }
        #expect(renaming.contains(Self.create) && renaming.contains(Self.sign))
        #expect(new != old)
        #expect(try place.device("show", "--json").member("name") == "table")
        try expectInOrder(new)
    }

    @Test("replace makes new keys in the TPM in the old place")
    func replaced() throws {
        let old = try begin()
        let before = try place.device("show", "--json")
        var new = ""
        let replacing = try place.tpm.commands {
            let outcome = try place.device("replace", "--json")
            #expect(outcome.status == 0, "\(outcome.error)")
            new = try outcome.member("device")
        }
        #expect(replacing.contains(Self.create) && replacing.contains(Self.sign))
        #expect(new != old)
        let after = try place.device("show", "--json")
        #expect(try after.member("slot") == before.member("slot"))
        try expectInOrder(new)
    }

    @Test("verify knows a contact whose keys are in another TPM by the contact's code")
    func verified() throws {
        _ = try begin()
        let account = try place.device("show", "--json").member("account")
        let contact = try TPMToolPlace(sharing: place)
        let theirs = try contact.device("init", "--name", "phone", "--json")
        try #require(theirs.status == 0, "\(theirs.error)")
        let bob = try theirs.member("account")
        #expect(try place.device("verify", "bob", "--account", bob).status == 1)
        let shown = try contact.device("verify", "ada", "--account", account).text
        let code = try #require(shown.split(separator: "\n").first { $0.hasPrefix("HOLDFAST:") })
        let scanned = try place.device("verify", "bob", "--scan", String(code))
        #expect(scanned.status == 0, "\(scanned.error)")
        #expect(try place.device("verify", "bob").status == 0)
    }

    @Test("P1: without its TPM the device is neither lost nor made anew, and comes back with it")
    func away() throws {
        let device = try begin()
        let listed = try place.device("list", "--json").text
        try place.tpm.kill()
        for _ in 0..<2 {
            let shown = try place.device("show", "--json")
            #expect(shown.status == 9)
            #expect(try shown.member("state") == "notYet.keyStoreDown")
            #expect(try shown.member("device") == device)
        }
        for words in [["init"], ["init", "--start-anew"], ["replace"], ["rename", "x"]] {
            let outcome = try place.device(words)
            #expect(outcome.status != 0, "\(words)")
        }
        try place.tpm.start(state: "state")
        try expectInOrder(device)
        #expect(try place.device("list", "--json").text == listed)
    }

    @Test("tpmRequired without a TPM is HARDWARE_UNAVAILABLE, and no device; with it, it is one")
    func required() throws {
        let nowhere = "swtpm:path=/nonexistent/tpm"
        for _ in 0..<2 {
            let outcome = try place.device(
                "init", "--name", "desk", "--key-storage", "tpmRequired", "--json",
                address: nowhere)
            #expect(outcome.status == 8)
            #expect(outcome.error.contains("HARDWARE_UNAVAILABLE"), "\(outcome.error)")
        }
        #expect(try place.device("show", address: nowhere).status == 8)
        // What was said of the keys is remembered, also over the failure.
        let still = try place.device("init", "--name", "desk", address: nowhere)
        #expect(still.status == 8, "\(still.error)")
        let making = try place.tpm.commands {
            let made = try place.device("init", "--name", "desk")
            #expect(made.status == 0, "\(made.error)")
        }
        #expect(making.count { $0 == Self.create } == 2)
    }

    @Test("tpm without a TPM is a device in software, which a TPM does not change")
    func fallingBack() throws {
        let nowhere = "swtpm:path=/nonexistent/tpm"
        let made = try place.device(
            "init", "--name", "desk", "--key-storage", "tpm", "--json", address: nowhere)
        try #require(made.status == 0, "\(made.error)")
        let later = try place.tpm.commands { try expectInOrder(try made.member("device")) }
        #expect(!later.contains(Self.create) && !later.contains(Self.sign))
    }

    @Test("A cleared TPM is told from another one, and a new account is begun only when told to")
    func cleared() throws {
        let device = try begin()
        try place.swap(to: "another")
        let foreign = try place.device("show", "--json")
        #expect(foreign.status == 7)
        #expect(try foreign.member("state") == "keyLost.foreign")
        try place.swap(to: "state")
        try expectInOrder(device)
        try TPMOwner(place.tpm).clear()
        for words in ["init", "replace"] {
            let refused = try place.device(words, "--json")
            #expect(refused.status == 7, "\(words): \(refused.error)")
            #expect(refused.error.contains("KEY_INVALIDATED"), "\(refused.error)")
        }
        let lost = try place.device("show", "--json")
        #expect(lost.status == 7)
        #expect(try lost.member("state") == "keyLost.invalidated")
        #expect(try lost.member("device") == device)
        let anew = try place.device("init", "--name", "desk", "--start-anew", "--json")
        #expect(anew.status == 0, "\(anew.error)")
        #expect(try anew.member("device") != device)
        try expectInOrder(try anew.member("device"))
    }

    @Test("Devices are let in and removed only by the PIN of the key that a person has in the TPM")
    func presence() throws {
        let passcode = "open sesame 42"
        let guarded = try place.run(
            ["passcode", "set", "--passcode-fd", "3"], input: passcode)
        try #require(guarded.status == 0, "\(guarded.error)")
        let made = try place.run(
            ["device", "init", "--name", "desk", "--key-storage", "tpmRequired"],
            [
                .see("New PIN"), .type(Array("271828\n".utf8)), .see("again"),
                .type(Array("271828\n".utf8)),
            ])
        try #require(made.status == 0, "\(made.screen)")
        #expect(!made.screen.contains("271828"))
        #expect(try place.device("show", "--json").member("hasPresenceKey") == "true")
        let others = try (0..<2).map { _ in try TPMToolPlace(sharing: place) }
        let account = try place.device("show", "--json").member("account")
        for other in others {
            let asked = try other.device(
                "request", "--account", account, "--name", "phone", "--json")
            try #require(asked.status == 0, "\(asked.error)")
            let approve = ["device", "approve", try asked.member("request"), "--yes"]
            #expect(try place.run(approve).status == 4)
            let approved = try place.run(approve, Self.typing("271828"))
            try #require(approved.status == 0, "\(approved.screen)")
        }
        let other = others[0]
        let phone = try other.device("show", "--json").member("device")
        let line = ["device", "revoke", String(phone.prefix(12)), "--reason", "lost", "--yes"]
        // Nobody is there to type it.
        #expect(try place.run(line).status == 4)
        let wrong = try place.run(line, Self.typing("314159"))
        #expect(wrong.status == 4, "\(wrong.screen)")
        #expect(try other.device("show", "--json").status == 0)
        let removed = try place.run(line, Self.typing("271828"))
        #expect(removed.status == 0, "\(removed.screen)")
        #expect(try other.device("show", "--json").status == 7)
    }

    private static func typing(_ pin: String) -> [PseudoTerminal.Scene] {
        [.see("PIN of the device's key"), .type(Array((pin + "\n").utf8))]
    }
}
#endif
