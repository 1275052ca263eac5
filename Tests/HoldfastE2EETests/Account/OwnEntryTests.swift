import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire
import Testing

@testable import HoldfastLab

/// What this device has put into its account's log is remembered by the call that put it there.
@Suite("A device's own entries")
struct OwnEntryTests {
    /// What a device does to its account, alone or to another one.
    enum Entry: String, CaseIterable {
        case approve
        case revoke
        case revokeByPhrase
        case setRecovery
        case veto
        case confirm
        case rename
    }

    private static let prompt = Prompt(title: "Sure?")

    @Test(
        "P7: a directory that takes a device's own entry back is noticed at the next start",
        arguments: Entry.allCases)
    func remembered(entry: Entry) async throws {
        let family = try await Family()
        let laptop = try await family.join()
        let third = World(family.directory)
        let waiting = [.veto, .confirm].contains(entry)
        if waiting {
            try await third.opened(family.account).join(
                as: .new(named: "tablet"), signedBy: family.phrase)
        }
        if entry == .revoke {
            // The last other one is put out by no device.
            try await family.approve(
                try await third.opened(family.account).askToJoin(as: .new(named: "tablet")))
        }
        let asking = try await third.opened(family.account)
        let request =
            entry == .approve ? try await asking.askToJoin(as: .new(named: "tablet")) : nil
        let identity = try await family.first.opened()
        let before = try #require(await identity.examine().progress?.head)
        let change = try await identity.accountLog().pending.first
        switch entry {
        case .approve:
            try await identity.approve(try #require(request), prompt: Self.prompt)
        case .revoke:
            try await identity.revoke(laptop.device.id, reason: .lost, prompt: Self.prompt)
        case .revokeByPhrase:
            try await identity.revoke(
                laptop.device.id, reason: .lost, signedBy: family.phrase)
        case .setRecovery: try await identity.setRecovery(nil, signedBy: family.phrase)
        case .veto: try await identity.veto(try #require(change))
        case .confirm: try await identity.confirm(try #require(change))
        case .rename: try await identity.rename(to: "Ada’s phone")
        }
        let entries = try await family.directory.entries(of: family.account, from: 0)
        let head = try #require(entries.last).entry.sequence
        #expect(head == before.sequence + 1)
        #expect(await family.first.process().examine().progress?.head.sequence == head)
        family.directory.behave(.cut(Int(head)))
        let next = try await family.first.process().open(.background)
        #expect(next.findings.directory == .unconfirmed)
        #expect(next.decision == .proceed(isConfirmed: false))
    }

    @Test("What others did just before is told with the opening that did not know it yet")
    func others() async throws {
        let family = try await Family()
        let laptop = try await family.join()
        let identity = try await family.first.opened()
        #expect(await identity.opening?.changes == [])
        try await family.second.opened().rename(to: "slate")
        try await identity.setRecovery(nil, signedBy: family.phrase)
        let told = try #require(await identity.opening?.changes)
        #expect(told.count == 1)
        guard case .replaced(laptop.device.id, let record, _) = told[0].kind else {
            Issue.record("another change was told")
            return
        }
        #expect(record.name == "slate" && told[0].continuity == .ownKey)
        #expect(try await family.first.process().open(.background).changes.isEmpty)
    }
}
