#if os(Linux)
internal import Synchronization

/// Bounds the memory of bodies that are on their way, of all clients and of each.
///
/// What a body announces counts from the beginning: who promises much and sends it slowly takes
/// from the own share, and at most a quarter of the whole.
final class BodyBudget: Sendable {
    private static let total = 256 << 20
    private static let perAddress = 64 << 20

    private struct State {
        var used = 0
        var byAddress: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// Takes a share; false if there is none.
    func take(_ byteCount: Int, for address: String) -> Bool {
        state.withLock { state in
            let own = state.byAddress[address] ?? 0
            guard state.used + byteCount <= Self.total, own + byteCount <= Self.perAddress else {
                return false
            }
            guard byteCount > 0 else { return true }
            state.used += byteCount
            state.byAddress[address] = own + byteCount
            return true
        }
    }

    /// Gives a share back.
    func give(_ byteCount: Int, from address: String) {
        guard byteCount > 0 else { return }
        state.withLock { state in
            state.used -= byteCount
            let left = (state.byAddress[address] ?? 0) - byteCount
            state.byAddress[address] = left > 0 ? left : nil
        }
    }

    /// How many bytes are promised.
    var used: Int { state.withLock { $0.used } }
}
#endif
