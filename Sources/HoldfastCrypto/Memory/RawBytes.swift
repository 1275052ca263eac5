// Inlinable: called from another module, the generic functions would cost ten times as much.
extension Array where Element == UInt8 {
    /// Gives the bytes as raw memory, with the error type of the body kept.
    ///
    /// The standard library's `withUnsafeBytes` forgets the type of the error.
    ///
    /// - Parameter body: Receives the bytes; the pointer is valid only inside.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    @inlinable package func withRawBytes<R, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try withUnsafeBufferPointer { (buffer) throws(E) -> R in
            try body(UnsafeRawBufferPointer(buffer))
        }
    }

    /// Makes an array of zeros and lets a body fill it, with the error type of the body kept.
    ///
    /// - Parameters:
    ///   - count: Number of bytes, 0 or more.
    ///   - body: Receives the zeroed bytes; the pointer is valid only inside.
    /// - Throws: What the body throws; there is no array then.
    @inlinable package init<E: Error>(
        count: Int, fillingWith body: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) {
        self.init(repeating: 0, count: count)
        try withUnsafeMutableBufferPointer { (buffer) throws(E) in
            try body(UnsafeMutableRawBufferPointer(buffer))
        }
    }
}

extension ArraySlice where Element == UInt8 {
    /// Gives the bytes as raw memory, with the error type of the body kept.
    ///
    /// - Parameter body: Receives the bytes; the pointer is valid only inside.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    @inlinable package func withRawBytes<R, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try withUnsafeBufferPointer { (buffer) throws(E) -> R in
            try body(UnsafeRawBufferPointer(buffer))
        }
    }
}
