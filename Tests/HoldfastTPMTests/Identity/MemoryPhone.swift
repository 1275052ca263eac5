#if os(Linux) && TPM
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastWire
import Testing

/// Another device of the person, with everything in memory and its person there.
final class MemoryPhone {
    private let store = MemoryStore(answerPrompt: { _ in .confirmed })
    private let container = MemoryContainer()
    private let directory: MemoryDirectory

    init(_ directory: MemoryDirectory) {
        self.directory = directory
    }

    func identity() -> DeviceIdentity {
        DeviceIdentity(
            IdentityParts(
                keys: SoftwareKeyStore(over: store), store: store,
                database: ContainerIdentityDatabase(container), directory: directory,
                container: container, presence: .biometryCurrentSet, pause: .zero))
    }

    func opened() async throws -> DeviceIdentity {
        let identity = identity()
        _ = try await identity.open(.foreground)
        return identity
    }

    /// Begins an account.
    @discardableResult
    func begin() async throws -> IdentityRecord {
        try await opened().begin(named: "phone", recovery: nil)
    }

    /// The log of an account that it begins.
    func beginLog() async throws -> DeviceLog {
        try await begin()
        return try await opened().accountLog()
    }

    /// Its request to be let in.
    func asking(_ account: AccountID) async throws -> JoinRequest {
        let identity = identity()
        _ = try await identity.open(.foreground, account: account)
        return try await identity.askToJoin(as: .new(named: "phone"))
    }

    func approve(_ request: JoinRequest) async throws {
        try await opened().approve(
            JoinRequest(request.bytes), prompt: Prompt(title: "Let it in?"))
    }
}
#endif
