import HoldfastCore
import HoldfastE2EE
import HoldfastLab
import HoldfastWire

/// A history in memory whose process a strike can kill at any call.
actor MortalHistory: MessageHistory {
    private static let deathError = KeychainError(.unknown, "the process died")

    /// What survives a death.
    let memory = MemoryHistory()
    private var death: (index: Int, isAfter: Bool)?
    private var isDead = false
    /// How many calls there were since the last birth.
    private(set) var callCount = 0

    /// Begins a process that dies at the call of that number, before or after its effect.
    func begin(dyingAt index: Int? = nil, isAfter: Bool = false) {
        death = index.map { ($0, isAfter) }
        isDead = false
        callCount = 0
    }

    func recollection(
        of message: MessageID, from sender: DeviceID, counter: UInt64
    ) async throws(KeychainError) -> Recollection {
        try await call { (memory) async throws(KeychainError) in
            try await memory.recollection(of: message, from: sender, counter: counter)
        }
    }

    func commit(_ message: OpenedMessage) async throws(KeychainError) -> CommitOutcome {
        try await call { (memory) async throws(KeychainError) in try await memory.commit(message) }
    }

    func commit(_ message: FailedMessage) async throws(KeychainError) {
        try await call { (memory) async throws(KeychainError) in try await memory.commit(message) }
    }

    func prekeyState() async throws(KeychainError) -> PrekeyState? {
        try await call { (memory) async throws(KeychainError) in try await memory.prekeyState() }
    }

    func prekeyRows() async throws(KeychainError) -> [PrekeyRow] {
        try await call { (memory) async throws(KeychainError) in try await memory.prekeyRows() }
    }

    func prekey(_ id: PrekeyID) async throws(KeychainError) -> PrekeyTrace? {
        try await call { (memory) async throws(KeychainError) in try await memory.prekey(id) }
    }

    func apply(_ change: PrekeyChange) async throws(KeychainError) {
        try await call { (memory) async throws(KeychainError) in try await memory.apply(change) }
    }

    private func call<R: Sendable>(
        _ body: @Sendable (MemoryHistory) async throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        let isNow = death?.index == callCount
        callCount += 1
        if isNow { isDead = true }
        if isDead, !(isNow && death?.isAfter == true) { throw Self.deathError }
        let answer = try await body(memory)
        if isNow { throw Self.deathError }
        return answer
    }
}
