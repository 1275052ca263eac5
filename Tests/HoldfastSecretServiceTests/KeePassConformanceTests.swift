#if os(Linux) && SecretService
import HoldfastCore
import HoldfastLab
import HoldfastLinux
import Testing

/// The suite on a real KeePassXC, each case on a fresh one.
@Suite(
    "What a store on KeePassXC promises",
    .enabled(
        if: KeePassDesktop.isInstalled,
        "NOTHING is tested with KeePassXC: install keepassxc (Scripts/setup --test)"),
    .serialized)
struct KeePassConformanceTests {
    @Test("The store's own items keep every promise", arguments: ItemStoreConformance.cases)
    func native(_ promise: ConformanceCase) async throws {
        let outcome = try await promise.check(try await Self.subject(.native))
        let absent = GnomeKeyringConformanceTests.absent
        #expect((outcome == .kept) != absent.contains(promise.name), "\(outcome)")
    }

    @Test(
        "Items of Python's keyring keep every promise",
        arguments: ItemStoreConformance.cases + ItemStoreConformance.casesOfLimitedStores)
    func shared(_ promise: ConformanceCase) async throws {
        let outcome = try await promise.check(try await Self.subject(.shared(.pythonKeyring)))
        let absent = GnomeKeyringConformanceTests.absent
            .union(GnomeKeyringConformanceTests.absentInShared)
        #expect((outcome == .kept) != absent.contains(promise.name), "\(outcome)")
    }

    private static func subject(
        _ layout: SecretServiceLayout
    ) async throws -> ConformanceSubject {
        let keePass = try await KeePassDesktop()
        let configuration = try keePass.desktop.configuration(layout)
        var subject = ConformanceSubject(SecretServiceStore(configuration))
        subject.hasPasscode = true
        // It answers a new item and a removal with a prompt, also where it would not ask.
        subject.isChangedWithoutPrompt = false
        // Qt takes it for the mark of an encoding.
        subject.refusedNames = ["\u{feff}"]
        subject.simulateReboot = { try await keePass.restart(unlocked: false) }
        subject.unlock = { try await keePass.restart(unlocked: true) }
        subject.reopen = { SecretServiceStore(configuration) }
        return subject
    }
}
#endif
