import HoldfastE2EE
import HoldfastWire
import Testing

@testable import HoldfastCLI

/// Two people who make sure of each other's account.
@MainActor
@Suite("Contacts at the command line")
struct ContactCommandTests {
    private let world = DeviceWorld()
    private var ada: Workplace { world.first }
    private var bob: Workplace { world.second }

    private func begin() async throws -> (ada: String, bob: String) {
        (try await world.begin("ada", on: ada), try await world.begin("bob", on: bob))
    }

    private func verify(_ words: String..., on place: Workplace) async -> Workplace.Outcome {
        await place.run(
            (["device", "verify", "--json"] + words).map { Array($0.utf8) },
            terminal: ScriptedTerminal(nil), environment: ["HOLDFAST_DIRECTORY": world.path])
    }

    @Test("Numbers are the same on both sides, and verify both ways")
    func numbers() async throws {
        let accounts = try await begin()
        #expect(await verify("bob", on: ada).status == 2)
        let here = await verify("bob", "--account", accounts.bob, on: ada)
        let there = await verify("ada", "--account", accounts.ada, on: bob)
        #expect(here.status == 1 && there.status == 1, "\(here.error)\(there.error)")
        let number = try DeviceWorld.member("number", of: here)
        #expect(try number == DeviceWorld.member("number", of: there))
        let wrong = String(number.reversed())
        let differs = await verify("bob", "--number", wrong, on: ada)
        #expect(differs.status == 6 && differs.error.contains("numbers differ"))
        #expect(await verify("bob", "--number", "12345", on: ada).status == 5)
        #expect(await verify("bob", on: ada).status == 1)
        let groups = stride(from: 0, to: 60, by: 5).map { start in
            String(Array(number)[start..<(start + 5)])
        }.joined(separator: " ")
        let verified = await verify("bob", "--number", groups, on: ada)
        #expect(verified.status == 0, "\(verified.error)")
        #expect(verified.text.contains("\"standing\":\"verifiedNumbers\""))
        #expect(await verify("bob", on: ada).status == 0)
        #expect(await verify("ada", on: bob).status == 1, "each for themselves")
    }

    @Test("Codes verify both ways, and only the one of the pinned account for this one")
    func scans() async throws {
        let accounts = try await begin()
        let code = try DeviceWorld.member(
            "scanText", of: await verify("ada", "--account", accounts.ada, on: bob))
        let scanned = await verify("bob", "--account", accounts.bob, "--scan", code, on: ada)
        #expect(scanned.status == 0, "\(scanned.error)")
        #expect(scanned.text.contains("\"outcome\":\"matches\""))
        let back = try DeviceWorld.member("scanText", of: scanned)
        #expect(await verify("ada", "--scan", back.lowercased(), on: bob).status == 0)
        let own = await verify("bob", "--scan", back, on: ada)
        #expect(own.status == 6 && own.text.contains("\"outcome\":\"otherAccount\""))
        #expect(await verify("bob", on: ada).status == 0, "a wrong code takes nothing back")
        #expect(await verify("bob", "--scan", String(code.dropLast(4)), on: ada).status == 5)
        #expect(await verify("bob", "--scan", "x", "--accept", on: ada).status == 2)
    }

    @Test("A contact's new device is news, and changes neither number nor standing")
    func grown() async throws {
        let accounts = try await begin()
        let first = await verify("bob", "--account", accounts.bob, on: ada)
        let number = try DeviceWorld.member("number", of: first)
        _ = await verify("bob", "--number", number, on: ada)
        try await world.join("desk", Workplace(), account: accounts.bob, approvedOn: bob)
        let later = await verify("bob", on: ada)
        #expect(later.status == 0 && later.text.contains("desk"), "\(later.error)")
        #expect(try DeviceWorld.member("number", of: later) == number)
        #expect(await verify("bob", on: ada).text.contains("\"news\":[]"))
    }

    @Test("Another account in a contact's place takes the tick back until it is verified anew")
    func chainBreak() async throws {
        let accounts = try await begin()
        let number = try DeviceWorld.member(
            "number", of: await verify("bob", "--account", accounts.bob, on: ada))
        #expect(await verify("bob", "--number", number, on: ada).status == 0)
        let newPhone = Workplace()
        let other = try await world.begin("bob's new phone", on: newPhone)
        let broken = await verify("bob", "--account", other, on: ada)
        #expect(broken.status == 6 && broken.error.contains("another account"), "\(broken.error)")
        #expect(broken.text.contains("\"standing\":\"noLongerVerified\""))
        #expect(broken.text.contains("\"maySend\":false"))
        #expect(try DeviceWorld.member("number", of: broken) != number)
        #expect(await verify("bob", "--number", number, on: ada).status == 6)
        #expect(await verify(on: ada).status == 6)
        let shown = await world.device("show", on: ada)
        #expect(shown.text.contains("no longer verified"))
        let accepted = await verify("bob", "--accept", on: ada)
        #expect(accepted.status == 6 && accepted.text.contains("\"maySend\":true"))
        #expect(await verify("bob", "--accept", on: ada).status == 5)
        let code = try DeviceWorld.member(
            "scanText", of: await verify("ada", "--account", accounts.ada, on: newPhone))
        #expect(await verify("bob", "--scan", code, on: ada).status == 0)
        #expect(await verify(on: ada).status == 0)
    }

    @Test("A contact's log that was cut or forked is noticed; a fork is nobody's to accept")
    func lies() async throws {
        let accounts = try await begin()
        let before = try world.bytes
        let thief = try DeviceWorld.twin(of: bob)
        _ = await verify("bob", "--account", accounts.bob, on: ada)
        #expect(await world.device("rename", "garden", on: bob).status == 0)
        #expect(await verify("bob", on: ada).text.contains("garden"))
        let seen = try world.bytes
        try world.write(before)
        let cut = await verify("bob", on: ada)
        #expect(cut.status == 6 && cut.error.contains("was cut"), "\(cut.error)")
        try world.write(seen)
        #expect(await verify("bob", on: ada).status == 1)
        // A thief's copy of Bob's vault writes another history behind the same first entry.
        try world.write(before)
        #expect(await world.device("rename", "cellar", on: thief).status == 0)
        let forked = await verify("bob", on: ada)
        #expect(forked.status == 6 && forked.text.contains("\"hold\":\"fork\""))
        let number = try DeviceWorld.member("number", of: forked)
        try world.write(seen)
        #expect(await verify("bob", on: ada).status == 6, "the proof of it does not go away")
        #expect(await verify("bob", "--number", number, on: ada).status == 6)
        #expect(await verify("bob", "--accept", on: ada).status == 5)
    }

    @Test("Two versions end where the recovery phrase put them together, with the one that ended")
    func merged() async throws {
        try await world.begin("ada", on: ada)
        let own = try world.bytes
        let contact = try BranchedContact()
        let account = Hexadecimal.text(of: contact.account.bytes)
        func serve(_ records: [DirectoryRecord]) throws {
            try world.write(own + records.flatMap(\.framed))
        }
        // Ada saw a part of the version that ends, then the other one.
        try serve(Array(contact.ended.dropLast()))
        #expect(await verify("bob", "--account", account, on: ada).status == 1)
        try serve(contact.forked)
        let forked = await verify("bob", on: ada)
        #expect(forked.status == 6 && forked.text.contains("\"hold\":\"fork\""))
        try serve(contact.merged)
        let blind = await verify("bob", on: ada)
        #expect(blind.status == 6 && blind.text.contains("\"maySend\":false"), "\(blind.text)")
        let copy = world.first.folder + "/old-devices"
        let nowhere = await verify("bob", "--branch", copy, on: ada)
        #expect(nowhere.status == 9 && nowhere.error.contains("other version"), "\(nowhere.error)")
        // An old copy of the directory that is too old does not have the end of it.
        for records in [Array(contact.ended.dropLast()), contact.forked] {
            try world.write(own + records.flatMap(\.framed), to: copy)
            #expect(await verify("bob", "--branch", copy, on: ada).status == 6)
        }
        try world.write(own + contact.ended.flatMap(\.framed), to: copy)
        let ended = await verify("bob", "--branch", copy, on: ada)
        #expect(ended.status == 1 && ended.text.contains("\"maySend\":true"), "\(ended.text)")
        #expect(ended.text.contains("put together by the recovery phrase"))
        #expect(await verify("bob", on: ada).status == 1)
        #expect(await verify("--branch", copy, on: ada).status == 2, "of whom")
    }
}
