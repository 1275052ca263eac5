#if os(Linux) && SecretService
import HoldfastCore
import HoldfastLab
import HoldfastLinux
import Testing

/// The suite on a real gnome-keyring, each case on a fresh one.
@Suite("What a store on gnome-keyring promises", .serialized)
struct GnomeKeyringConformanceTests {
    /// What a keyring does not have: a state after the first unlock in which it is locked, keys that
    /// are lost, prompts for single items, a passcode of items.
    static let absent: Set = [
        "P11: a prompt-free call on a protected item is AUTH_REQUIRED",
        "P11: an item that needs a passcode is refused without one",
        "P11: looking and removing never prompt",
        "P1: a tombstone is not created over or updated",
        "P1: an item whose key is lost is KEY_INVALIDATED until handled",
        "P1: availability follows the device",
        "P1: while locked each class is readable as it says",
        "P1: while locked, names and attributes of every item are there",
        "P2: a plain write replaces a tombstone",
        "P2: a prompt that is not confirmed changes nothing",
        "P2: a write that the lock refuses leaves the old value",
        "P2: replaceInvalidated goes through a tombstone once",
        "P5: a tombstone is there after reopening",
        "P6: a tombstone can be removed",
        "P6: an item can be removed while locked",
    ]

    /// What the layouts of other programs do not have besides: versions, and kinds of bytes.
    static let absentInShared: Set = [
        "P1: a credential that does not decode is DATA_CORRUPTED, and stays",
        "P1: an item that is no credential is not taken for one",
        "P2: a credential comes back as it was, and as a credential",
        "P2: a version is never used twice, not even after a removal",
        "P2: ifVersion creates nothing",
        "P2: ifVersion replaces what was read and nothing else",
        "P2: readers see whole values while others write",
        "P2: updates by eight tasks lose no increment",
        "P5: versions go on after reopening, over a removal too",
    ]

    @Test("The store's own items keep every promise", arguments: ItemStoreConformance.cases)
    func native(_ promise: ConformanceCase) async throws {
        let outcome = try await promise.check(try await Self.subject(.native))
        #expect((outcome == .kept) != Self.absent.contains(promise.name), "\(outcome)")
    }

    @Test(
        "Items of Python's keyring keep every promise",
        arguments: ItemStoreConformance.cases + ItemStoreConformance.casesOfLimitedStores)
    func shared(_ promise: ConformanceCase) async throws {
        let outcome = try await promise.check(try await Self.subject(.shared(.pythonKeyring)))
        let absent = Self.absent.union(Self.absentInShared)
        #expect((outcome == .kept) != absent.contains(promise.name), "\(outcome)")
    }

    private static func subject(
        _ layout: SecretServiceLayout
    ) async throws -> ConformanceSubject {
        let desktop = try await Desktop()
        let configuration = try desktop.configuration(layout)
        var subject = ConformanceSubject(SecretServiceStore(configuration))
        subject.hasPasscode = true
        subject.simulateReboot = { try desktop.lock() }
        subject.unlock = { try desktop.unlock() }
        subject.reopen = { SecretServiceStore(configuration) }
        return subject
    }
}
#endif
