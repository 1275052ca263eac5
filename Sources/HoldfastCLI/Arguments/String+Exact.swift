extension String {
    /// Takes bytes that are well-formed UTF-8; `nil` for any others, which are never repaired.
    init?(exactly bytes: some Collection<UInt8>) {
        // Decoding replaces what is malformed, so only well-formed bytes come back unchanged.
        self = String(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
