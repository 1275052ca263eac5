// Safe although unchecked: `bytes` is written only by the body of `SecretBytes.init` before any
// other owner exists, read afterwards, and written again only in `deinit`, when no owner is left.
/// The memory of one secret: taken on creation, wiped and given back when the last owner goes.
final class SecretStorage: @unchecked Sendable {
    /// The secret's bytes; zero until written.
    let bytes: UnsafeMutableRawBufferPointer
    private let arena: SecretArena

    init(count: Int, arena: SecretArena = .shared) {
        self.arena = arena
        bytes = arena.take(count)
    }

    deinit {
        arena.giveBack(bytes)
    }
}
