extension Argon2id {
    /// What one derivation costs.
    ///
    /// - Note: Standard: RFC 9106, section 3.1 for the bounds, section 4 for recommendations.
    public struct Parameters: Sendable, Equatable {
        /// Memory in KiB, at least 8 for each lane.
        public let memoryKiB: Int
        /// Passes over the memory.
        public let iterations: Int
        /// Lanes that could be computed at once; they change the result.
        public let parallelism: Int

        /// Checks and keeps the parameters.
        ///
        /// The bounds are those of the standard and not of what a machine can bear: parameters
        /// from an untrusted file need a bound of the caller's own.
        ///
        /// - Parameters:
        ///   - memoryKiB: 8 × `parallelism` to 4,294,967,295 KiB.
        ///   - iterations: 1 to 4,294,967,295 passes.
        ///   - parallelism: 1 to 16,777,215 lanes.
        /// - Throws: ``CryptoError`` with `invalidParameter` if one is outside its range.
        public init(memoryKiB: Int, iterations: Int, parallelism: Int) throws(CryptoError) {
            guard (1...0xff_ffff).contains(parallelism) else {
                throw CryptoError(.invalidParameter, "Argon2id has 1 to 2^24 - 1 lanes.")
            }
            guard (8 * parallelism...Int(UInt32.max)).contains(memoryKiB) else {
                throw CryptoError(
                    .invalidParameter, "Argon2id has 8 KiB for each lane to 2^32 - 1 KiB.")
            }
            guard (1...Int(UInt32.max)).contains(iterations) else {
                throw CryptoError(.invalidParameter, "Argon2id has 1 to 2^32 - 1 passes.")
            }
            self.memoryKiB = memoryKiB
            self.iterations = iterations
            self.parallelism = parallelism
        }
    }
}
