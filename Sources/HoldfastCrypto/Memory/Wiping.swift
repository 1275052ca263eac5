extension UnsafeMutableRawBufferPointer {
    /// Overwrites the memory with zeros in a way that the optimiser may not leave out.
    package func wipe() {
        guard let baseAddress, count > 0 else { return }
        wipeMemory(baseAddress, count)
    }
}

extension Array where Element == UInt8 {
    /// Overwrites the bytes with zeros and empties the array.
    ///
    /// Only this array's own buffer: a copy that was made before keeps its bytes.
    package mutating func wipe() {
        withUnsafeMutableBytes { $0.wipe() }
        removeAll()
    }
}
