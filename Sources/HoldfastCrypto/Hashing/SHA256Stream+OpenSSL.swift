#if !canImport(CryptoKit)
import COpenSSL

// Two ways to the same hash. libcrypto's own functions work in memory that we allocate and wipe;
// they are what its default provider calls, behind tables and allocations that cost more than to
// hash a short message. Where the machine has another provider for SHA-256, a FIPS one say, that
// is used.
/// A SHA-256 computation in progress, which takes its message in parts.
///
/// Its state is wiped when it goes.
package struct SHA256Stream: ~Copyable {
    private typealias State = holdfast_sha256_state

    private enum Engine {
        case direct(UnsafeMutablePointer<State>)
        case provider(OpaquePointer)
    }

    private let engine: Engine

    /// Starts with an empty message.
    init() {
        self.init(isDirect: FetchedAlgorithms.isSHA256OfDefaultProvider)
    }

    /// Starts with an empty message, by libcrypto's own functions or through its provider.
    init(isDirect: Bool) {
        if isDirect {
            let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
            state.initialize(to: State())
            engine = .direct(state)
        } else {
            engine = .provider(Self.makeContext())
        }
        start()
    }

    /// Starts with what another computation has absorbed so far.
    init(copying other: borrowing SHA256Stream) {
        switch other.engine {
        case .direct(let old):
            let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
            state.initialize(from: old, count: 1)
            engine = .direct(state)
        case .provider(let old):
            let context = Self.makeContext()
            FetchedAlgorithms.require(EVP_MD_CTX_copy_ex(context, old))
            engine = .provider(context)
        }
    }

    deinit {
        switch engine {
        case .direct(let state):
            UnsafeMutableRawBufferPointer(start: state, count: MemoryLayout<State>.size).wipe()
            state.deallocate()
        case .provider(let context): EVP_MD_CTX_free(context)
        }
    }

    /// Adds raw memory to the message.
    package mutating func absorb(_ part: UnsafeRawBufferPointer) {
        guard let start = part.baseAddress, part.count > 0 else { return }
        switch engine {
        case .direct(let state):
            FetchedAlgorithms.require(holdfast_sha256_absorb(state, start, part.count))
        case .provider(let context):
            FetchedAlgorithms.require(EVP_DigestUpdate(context, start, part.count))
        }
    }

    /// Starts again with an empty message.
    mutating func restart() {
        start()
    }

    /// Starts again with what another computation of the same kind has absorbed so far.
    mutating func restart(from other: borrowing SHA256Stream) {
        switch (engine, other.engine) {
        case (.direct(let state), .direct(let old)): state.update(from: old, count: 1)
        case (.provider(let context), .provider(let old)):
            FetchedAlgorithms.require(EVP_MD_CTX_copy_ex(context, old))
        default: preconditionFailure("both are of one HMAC key, which has two of a kind")
        }
    }

    /// Writes the hash of the message, 32 bytes; only a restart may follow.
    mutating func finish(into digest: UnsafeMutableRawBufferPointer) {
        precondition(digest.count == SHA256.byteCount, "a SHA-256 hash has 32 bytes")
        let start = digest.baseAddress?.assumingMemoryBound(to: UInt8.self)
        switch engine {
        case .direct(let state): FetchedAlgorithms.require(holdfast_sha256_finish(state, start))
        case .provider(let context):
            FetchedAlgorithms.require(EVP_DigestFinal_ex(context, start, nil))
        }
    }

    private borrowing func start() {
        switch engine {
        case .direct(let state): FetchedAlgorithms.require(holdfast_sha256_start(state))
        case .provider(let context):
            FetchedAlgorithms.require(
                EVP_DigestInit_ex2(context, FetchedAlgorithms.sha256.pointer, nil))
        }
    }

    private static func makeContext() -> OpaquePointer {
        guard let context = EVP_MD_CTX_new() else { fatalError("no memory to hash with") }
        return context
    }
}
#endif
