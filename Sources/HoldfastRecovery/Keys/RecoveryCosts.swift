import HoldfastCrypto
import HoldfastWire

/// What it costs to try one phrase.
///
/// A header names it, so that later versions can ask for more. It is checked against bounds before
/// any memory is taken: a header asks for no less than the first version did, which would help whoever
/// guesses, and for no more than a phone can bear.
///
/// - Note: Standard: RFC 9106, section 4, for the meaning of the numbers.
public struct RecoveryCosts: Sendable, Hashable {
    /// Memory in KiB.
    public let memoryKiB: UInt64
    /// Passes over the memory.
    public let iterations: UInt64
    /// Lanes.
    public let parallelism: UInt64

    /// What a new phrase is made with: 64 MiB and three passes, about 0.15 s.
    ///
    /// It is what finds a backup by the words alone, when no header has been read.
    public static let standard = RecoveryCosts(memoryKiB: 65_536, iterations: 3, parallelism: 1)

    /// Costs that are good for nothing, for tests and simulations that try thousands of times; only
    /// ``RecoveryBounds/forTests`` bears them.
    package static let forTests = RecoveryCosts(memoryKiB: 8, iterations: 1, parallelism: 1)

    init(memoryKiB: UInt64, iterations: UInt64, parallelism: UInt64) {
        self.memoryKiB = memoryKiB
        self.iterations = iterations
        self.parallelism = parallelism
    }

    func write(to writer: inout WireWriter) {
        writer.put(memoryKiB)
        writer.put(iterations)
        writer.put(parallelism)
    }

    init(from reader: inout WireReader) throws(WireError) {
        memoryKiB = try reader.number64("memory")
        iterations = try reader.number64("iterations")
        parallelism = try reader.number64("parallelism")
    }
}

/// Which costs a header may ask for.
package struct RecoveryBounds: Sendable {
    let memoryKiB: ClosedRange<UInt64>
    let iterations: ClosedRange<UInt64>
    let parallelism: ClosedRange<UInt64>

    /// 64 MiB to 512 MiB, 3 to 16 passes, 1 to 4 lanes.
    package static let standard = RecoveryBounds(
        memoryKiB: 65_536...524_288, iterations: 3...16, parallelism: 1...4)

    /// Bounds that also let costs in that are good for nothing, for tests that try thousands of
    /// phrases; nothing public leads here.
    package static let forTests = RecoveryBounds(
        memoryKiB: 8...524_288, iterations: 1...16, parallelism: 1...4)

    /// The costs as Argon2id takes them.
    ///
    /// - Throws: ``RecoveryError/costsOutOfBounds``.
    func parameters(_ costs: RecoveryCosts) throws(RecoveryError) -> Argon2id.Parameters {
        guard memoryKiB.contains(costs.memoryKiB), iterations.contains(costs.iterations),
            parallelism.contains(costs.parallelism)
        else { throw .costsOutOfBounds }
        return try recovering { () throws(CryptoError) in
            try Argon2id.Parameters(
                memoryKiB: Int(costs.memoryKiB), iterations: Int(costs.iterations),
                parallelism: Int(costs.parallelism))
        }
    }
}
