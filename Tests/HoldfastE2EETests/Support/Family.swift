import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

@testable import HoldfastLab

/// A person with a device whose account is there, and with a second machine.
final class Family {
    let recovery: P256PrivateKey
    let first: World
    let record: IdentityRecord
    /// The second machine, which has the same server.
    let second: World

    /// Begins the account; the first device has a key that needs the person, or none.
    init(presence: AccessControl? = .biometryCurrentSet) async throws {
        recovery = try P256PrivateKey(random: SystemRandom())
        (first, record) = try await World.settled(
            presence: presence, recovery: recovery.publicKey)
        second = World(first.directory, presence: presence)
    }

    var account: AccountID { record.account }
    var directory: MemoryDirectory { first.directory }
    var phrase: RecoveryKey { RecoveryKey(recovery) }

    /// The first device's person lets a device in.
    @discardableResult
    func approve(_ request: JoinRequest) async throws -> LogHead {
        try await first.opened().approve(
            JoinRequest(request.bytes), prompt: Prompt(title: "Let it in?"))
    }

    /// Lets the second machine in, as a device of its own.
    @discardableResult
    func join(named name: String = "laptop") async throws -> IdentityRecord {
        let identity = try await second.opened(account)
        try await approve(try await identity.askToJoin(as: .new(named: name)))
        guard let record = try await identity.open(.foreground).record else {
            throw StruckStore.death
        }
        return record
    }

    /// What the log says now.
    var facts: LogFacts {
        get throws {
            guard let facts = directory.facts(of: account) else { throw StruckStore.death }
            return facts
        }
    }

    /// The log itself.
    func log() async throws -> DeviceLog { try await first.opened().accountLog() }
}
