#if !canImport(CryptoKit)
import COpenSSL

/// The points of P-256.
enum P256Curve {
    /// Computes the public point of a scalar that is 1 to n - 1, 65 bytes.
    static func point(of scalar: SecretBytes) throws(CryptoError) -> [UInt8] {
        try CurveWork.withOwnErrors { (work) throws(CryptoError) in
            let number = try LibraryNumber(scalar)
            // With the generator alone libcrypto takes the constant-time way.
            try work.require(
                EC_POINT_mul(work.group, work.point, number.pointer, nil, nil, nil))
            return try work.bytes()
        }
    }

    /// Checks a point in any form but infinity and gives its uncompressed form, 65 bytes.
    static func uncompressed(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        try CurveWork.withOwnErrors { (work) throws(CryptoError) in
            try work.load(bytes)
            return try work.bytes()
        }
    }

    /// Tells whether `number` times the generator plus `other` times a key has no coordinates.
    ///
    /// For what is public alone.
    static func isAtInfinity(
        _ number: [UInt8], timesGeneratorPlus other: [UInt8], times key: [UInt8]
    ) throws(CryptoError) -> Bool {
        try CurveWork.withOwnErrors { (work) throws(CryptoError) in
            let point = try CurveWork()
            try point.load(key)
            let number = try LibraryNumber(SecretBytes(number))
            let other = try LibraryNumber(SecretBytes(other))
            try work.require(
                EC_POINT_mul(
                    work.group, work.point, number.pointer, point.point, other.pointer, nil))
            return EC_POINT_is_at_infinity(work.group, work.point) == 1
        }
    }
}

/// One computation with a point, which is freed when it goes.
private struct CurveWork: ~Copyable {
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
        EC_POINT_free(point)
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
