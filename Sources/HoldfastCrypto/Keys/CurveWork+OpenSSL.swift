#if !canImport(CryptoKit)
import COpenSSL

/// One computation with a point, which is freed when it goes.
struct CurveWork: ~Copyable {
    let group: OpaquePointer
    let point: OpaquePointer

    /// Runs a computation whose errors do not stay in the thread's queue, where the program would
    /// take them for its own.
    static func withOwnErrors<R>(
        _ body: (borrowing CurveWork) throws(CryptoError) -> R
    ) throws(CryptoError) -> R {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        return try body(CurveWork())
    }

    init() throws(CryptoError) {
        guard let group = FetchedAlgorithms.p256 else {
            throw CryptoError(.libraryFailure, "libcrypto has no P-256.")
        }
        guard let point = EC_POINT_new(group.pointer) else {
            throw CryptoError(.outOfMemory, "There is no memory for a point of P-256.")
        }
        self.group = group.pointer
        self.point = point
    }

    deinit {
        EC_POINT_clear_free(point)
    }

    /// Takes a point in any form, which is not trusted.
    func load(_ bytes: [UInt8]) throws(CryptoError) {
        guard EC_POINT_oct2point(group, point, bytes, bytes.count, nil) == 1,
            EC_POINT_is_on_curve(group, point, nil) == 1
        else {
            throw CryptoError(.invalidParameter, "The point is not on the curve P-256.")
        }
    }

    func bytes() throws(CryptoError) -> [UInt8] {
        try [UInt8](count: P256PublicKey.byteCount) { (output) throws(CryptoError) in
            let written = EC_POINT_point2oct(
                group, point, POINT_CONVERSION_UNCOMPRESSED,
                output.baseAddress?.assumingMemoryBound(to: UInt8.self), output.count, nil)
            guard written == output.count else { throw failure() }
        }
    }

    /// Writes the first coordinate of a point that is secret, with its leading zeros.
    func copyFirstCoordinate(to output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        // 72 bytes, of which 65 are used: the form's own byte, then both coordinates.
        var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
            (0, 0, 0, 0, 0, 0, 0, 0, 0)
        try withUnsafeMutableBytes(of: &words) { (memory) throws(CryptoError) in
            defer { memory.wipe() }
            let written = EC_POINT_point2oct(
                group, point, POINT_CONVERSION_UNCOMPRESSED,
                memory.baseAddress?.assumingMemoryBound(to: UInt8.self), memory.count, nil)
            // A point at infinity, which a valid one never gives, has one byte.
            guard written == P256PublicKey.byteCount else { throw failure() }
            output.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[1...output.count]))
        }
    }

    func require(_ result: Int32) throws(CryptoError) {
        guard result == 1 else { throw failure() }
    }

    private func failure() -> CryptoError {
        CryptoError(
            .libraryFailure, "libcrypto failed at a point of P-256.",
            nativeCode: Int(bitPattern: UInt(ERR_peek_last_error())))
    }
}
#endif
