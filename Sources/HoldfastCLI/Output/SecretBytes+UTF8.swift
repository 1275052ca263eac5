import HoldfastCrypto

extension SecretBytes {
    /// Whether the bytes are well-formed UTF-8, looked at where they lie.
    ///
    /// - Parameter isAllowed: what each character has to satisfy as well.
    /// - Returns: `false` at the first that is malformed or not allowed.
    func isUTF8(_ isAllowed: (Unicode.Scalar) -> Bool = { _ in true }) -> Bool {
        withUnsafeBytes { bytes in
            var (decoder, rest) = (UTF8(), bytes.makeIterator())
            while true {
                switch decoder.decode(&rest) {
                case .scalarValue(let scalar): if !isAllowed(scalar) { return false }
                case .emptyInput: return true
                case .error: return false
                }
            }
        }
    }
}
