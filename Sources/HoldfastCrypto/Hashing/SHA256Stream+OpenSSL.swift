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
    /// Whether the state's memory is this value's own; what ``lend(_:)`` lends lies on the stack.
    private let isOwner: Bool

    /// Starts with an empty message.
    init() {
        self.init(isDirect: FetchedAlgorithms.isSHA256OfDefaultProvider)
    }

    /// Starts with an empty message, by libcrypto's own functions or through its provider.
    init(isDirect: Bool) {
        isOwner = true
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
        isOwner = true
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

    /// Works in a state that somebody else allocated and initialised.
    private init(borrowing state: UnsafeMutablePointer<State>) {
        isOwner = false
        engine = .direct(state)
    }

    deinit {
        switch engine {
        case .direct(let state):
            UnsafeMutableRawBufferPointer(start: state, count: MemoryLayout<State>.size).wipe()
            if isOwner { state.deallocate() }
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

// MARK: - On the stack

extension SHA256Stream {
    /// Lends a computation that starts with an empty message, for the length of a call.
    ///
    /// Its state lies on the stack if libcrypto's own functions hash, so that nothing is allocated,
    /// and is wiped when the body is done.
    static func lend(_ body: (inout SHA256Stream) -> Void) {
        lend(isDirect: FetchedAlgorithms.isSHA256OfDefaultProvider, body)
    }

    /// Lends a computation by libcrypto's own functions or through its provider; likewise.
    static func lend(isDirect: Bool, _ body: (inout SHA256Stream) -> Void) {
        guard isDirect else {
            var stream = SHA256Stream(isDirect: false)
            return body(&stream)
        }
        lendState { state in
            state.initialize(to: State())
            var stream = SHA256Stream(borrowing: state)
            stream.start()
            body(&stream)
        }
    }

    /// Lends a computation that starts with what another has absorbed so far; likewise.
    static func lend(
        copying other: borrowing SHA256Stream, _ body: (inout SHA256Stream) -> Void
    ) {
        switch other.engine {
        case .direct(let old):
            lendState { state in
                // From memory to memory: a copy on its way in a variable would not be wiped.
                state.initialize(from: old, count: 1)
                var stream = SHA256Stream(borrowing: state)
                body(&stream)
            }
        case .provider:
            var stream = SHA256Stream(copying: other)
            body(&stream)
        }
    }

    private static func lendState(_ body: (UnsafeMutablePointer<State>) -> Void) {
        withUnsafeTemporaryAllocation(of: State.self, capacity: 1) { memory in
            guard let state = memory.baseAddress else {
                preconditionFailure("memory for one state has an address")
            }
            body(state)
        }
    }
}
#endif
