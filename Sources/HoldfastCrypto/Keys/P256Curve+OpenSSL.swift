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

    /// Multiplies a peer's point by a secret scalar and writes the first coordinate, 32 bytes.
    ///
    /// The same computation as libcrypto's ECDH and by the same constant-time ways: those that it
    /// takes for a point alone, without the generator. It goes to the point and not through an
    /// `EVP_PKEY`, whose making costs as much again as the agreement.
    static func agree(
        _ scalar: SecretBytes, with peer: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try CurveWork.withOwnErrors { (work) throws(CryptoError) in
            let point = try CurveWork()
            try point.load(peer)
            let number = try LibraryNumber(scalar)
            try work.require(
                EC_POINT_mul(work.group, work.point, nil, point.point, number.pointer, nil))
            try work.copyFirstCoordinate(to: output)
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
#endif
