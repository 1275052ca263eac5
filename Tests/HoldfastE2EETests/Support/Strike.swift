import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

@testable import HoldfastLab

/// The process dies at one of its calls of the outside, before or after the call has its effect.
///
/// After its death every call fails: nothing that the dead process would do happens.
final class Strike: Sendable {
    private let state: Locked<(index: Int, calls: Int, isDead: Bool)>
    private let isAfter: Bool

    /// Dies at the call of that number, from 0; never if it is negative.
    init(at index: Int, isAfter: Bool) {
        state = Locked((index, 0, false))
        self.isAfter = isAfter
    }

    var callCount: Int { state.withLock { $0.calls } }
    var hasStruck: Bool { state.withLock { $0.isDead } }

    /// Counts a call, and dies if it is the one.
    func call<R, E: Error>(_ death: E, _ body: () async throws(E) -> R) async throws(E) -> R {
        let (isDead, isNow) = count()
        if isDead || (isNow && !isAfter) { throw death }
        let answer = try await body()
        if isNow { throw death }
        return answer
    }

    /// The same for a call that blocks.
    func callInPlace<R, E: Error>(_ death: E, _ body: () throws(E) -> R) throws(E) -> R {
        let (isDead, isNow) = count()
        if isDead || (isNow && !isAfter) { throw death }
        let answer = try body()
        if isNow { throw death }
        return answer
    }

    private func count() -> (isDead: Bool, isNow: Bool) {
        state.withLock { state in
            let wasDead = state.isDead
            let isNow = state.calls == state.index
            state.calls += 1
            if isNow { state.isDead = true }
            return (wasDead, isNow)
        }
    }
}

/// A store that a strike can hit.
struct StruckStore: PassThroughStore {
    static let death = KeychainError(.unknown, "died", nativeDomain: "test", nativeCode: 9)
    let base: any ItemStore
    let strike: Strike

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try await strike.call(Self.death) { () async throws(KeychainError) in
            try await base.read(key, prompt: prompt)
        }
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try strike.callInPlace(Self.death) { () throws(KeychainError) in
            try base.readWithoutPrompt(key)
        }
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await strike.call(Self.death) { () async throws(KeychainError) in
            try await base.write(value, for: key, options: options, prompt: prompt)
        }
    }

    func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try await strike.call(Self.death) { () async throws(KeychainError) in
            try await base.remove(key)
        }
    }
}

/// A database that a strike can hit.
struct StruckDatabase: IdentityDatabase {
    let base: any IdentityDatabase
    let strike: Strike

    func readIdentity() async throws(KeychainError) -> [UInt8]? {
        try await strike.call(StruckStore.death) { () async throws(KeychainError) in
            try await base.readIdentity()
        }
    }

    func writeIdentity(_ bytes: [UInt8]) async throws(KeychainError) {
        try await strike.call(StruckStore.death) { () async throws(KeychainError) in
            try await base.writeIdentity(bytes)
        }
    }
}

/// A directory that a strike can hit: the line breaks before or after the request arrived.
struct StruckDirectory: DeviceDirectory {
    let base: any DeviceDirectory
    let strike: Strike

    func entries(
        of account: AccountID, from sequence: UInt64
    ) async throws(DirectoryError) -> [SignedLogEntry] {
        try await strike.call(.unreachable) { () async throws(DirectoryError) in
            try await base.entries(of: account, from: sequence)
        }
    }

    func submit(
        _ entry: SignedLogEntry, to account: AccountID
    ) async throws(DirectoryError) {
        try await strike.call(.unreachable) { () async throws(DirectoryError) in
            try await base.submit(entry, to: account)
        }
    }

    func messageCounter(of device: DeviceID) async throws(DirectoryError) -> UInt64 {
        try await strike.call(.unreachable) { () async throws(DirectoryError) in
            try await base.messageCounter(of: device)
        }
    }
}
